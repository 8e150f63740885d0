type SecurityContact = {
  siteUrl: string;
  email: string;
  /** BCP 47 tags of the languages for reports. */
  languages: readonly string[];
  /** Address of the page about how reports are handled. */
  policy?: string | undefined;
  now: Date;
};

const day = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. */
const validDays = 360;

/** `/.well-known/security.txt` (RFC 9116). It expires 360 days after the build. */
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

/** Returns a warning with the remedy if the security.txt has expired or has no expiry date, else undefined. */
export function warnOfExpiry(text: string, now = new Date()): string | undefined {
  const expires = /^Expires:\s*(\S+)/im.exec(text)?.[1] ?? '';
  if (new Date(expires) > now) return undefined;
  return `security.txt expired on ${expires.slice(0, 10)}: run \`npm run build\`, which writes a new one`;
}
