import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Creates the token of a preview link: the id of its database row, its expiry and a signature. The link can be revoked
 * in that row.
 * @param expiresAt UTC milliseconds
 */
export function signPreview(
  secrets: readonly string[],
  { id, expiresAt }: { id: string; expiresAt: number },
) {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('preview links need a secret');
  const content = `${id.replaceAll('-', '')}.${Math.floor(expiresAt / 1000).toString(36)}`;
  return `${content}.${signature(secret, content)}`;
}

/** The id of the link's database row; undefined if the signature is wrong or the token has expired. */
export function readPreview(secrets: readonly string[], token: string, now: number): string | undefined {
  const [, content = '', id = '', expires = '', given = ''] =
    /^(([0-9a-f]{32})\.([0-9a-z]{1,9}))\.([\w-]{22})$/.exec(token) ?? [];
  const isSigned = secrets.some((secret) => {
    const [expected, actual] = [signature(secret, content), given].map((text) => Buffer.from(text));
    return expected && actual && expected.length === actual.length && timingSafeEqual(expected, actual);
  });
  if (!isSigned || parseInt(expires, 36) * 1000 <= now) return undefined;
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function signature(secret: string, content: string): string {
  return createHmac('sha256', secret).update(`preview\n${content}`).digest('base64url').slice(0, 22);
}
