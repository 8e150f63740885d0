import { isIP } from 'node:net';

/** Removes personal data and secrets from a text. */
export type Redaction = (text: string) => string;

/** Shorter secrets would redact common words. */
const minSecretLength = 6;
const maxTextLength = 8_000;

/** Characters that end a line, move the cursor or reverse text: C0, DEL, C1, line separators, direction marks. */
const controls =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const credentials = /\/\/[^\s/?#@"']{1,500}@/g;
const email = /[\p{L}\p{N}._+'~-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/giu;
const query = /(?<=[\w/.%~-])\?[\w%.~+[\]-]{1,200}=[^\s"'<>)]{0,4000}/g;
const token = /[\w-]{40,}(?:\.[\w-]{8,}){0,4}/g;
const addressLike = /[0-9a-f:.]{7,45}|(?<![\w:])::[0-9a-f:.]{0,43}/gi;
const loopback = /^(?:127\.|::1$|::$|0\.0\.0\.0$)/;

/**
 * Creates the filter for all text in the log. Redacts the given secrets, credentials in URLs, email addresses, IP
 * addresses other than loopback, query strings, long tokens and control characters.
 */
export function createRedaction(secrets: readonly string[] = []): Redaction {
  const hidden = [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
    .filter((secret) => secret.length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text.slice(0, maxTextLength);
    for (const secret of hidden) clean = clean.replaceAll(secret, '[secret]');
    return clean
      .replaceAll(controls, ' ')
      .replaceAll(credentials, '//[secret]@')
      .replaceAll(email, '[email]')
      .replaceAll(query, '?[query]')
      .replaceAll(addressLike, hideAddress)
      .replaceAll(token, '[token]');
  };
}

function hideAddress(found: string): string {
  // An address may be followed by a port or by the end of a sentence.
  const [, address = found, rest = ''] = /^(\d+(?:\.\d+){3})((?::\d*)?\.?)$/.exec(found) ?? [];
  return isIP(address) > 0 && !loopback.test(address) ? `[address]${rest}` : found;
}
