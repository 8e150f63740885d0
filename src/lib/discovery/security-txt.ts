type SecurityContact = {
  siteUrl: string;
  email: string;
  /** BCP 47 tags of languages that reports may be written in. */
  languages: readonly string[];
  /** Address of a page that tells how reports are handled. */
  policy?: string | undefined;
  now: Date;
};

const day = 24 * 60 * 60 * 1000;
/** RFC 9116 wants less than a year. A site that is built once in half a year never shows a stale one. */
const validDays = 360;

/** `/.well-known/security.txt` (RFC 9116). Each build writes one that is good for 360 days. */
export function writeSecurityTxt({ siteUrl, email, languages, policy, now }: SecurityContact): string {
  const expires = new Date(now.getTime() + validDays * day);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${encodeURI(email)}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    ...(policy ? [`Policy: ${policy}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Says what to do about a security.txt that is out of date, since readers then take it for abandoned; undefined
 * while it is good.
 */
export function warnOfExpiry(text: string, now = new Date()): string | undefined {
  const expires = /^Expires:\s*(\S+)/im.exec(text)?.[1] ?? '';
  if (new Date(expires) > now) return undefined;
  return `security.txt expired on ${expires.slice(0, 10)}: run \`npm run build\`, which writes a new one`;
}
