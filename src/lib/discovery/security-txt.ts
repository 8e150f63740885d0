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

/** When a security.txt expires. @throws Error when it does not say, or says it twice or in no date */
export function readExpiry(text: string): Date {
  const found = [...text.matchAll(/^Expires:\s*(.*?)\s*$/gim)].map(([, value = '']) => value);
  const expires = new Date(found[0] ?? '');
  if (found.length !== 1 || Number.isNaN(expires.getTime()))
    throw new Error('security.txt has no one Expires');
  return expires;
}
