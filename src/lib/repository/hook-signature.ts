import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether the header `X-Hub-Signature-256` signs a body: `sha256=` and the HMAC-SHA256 in hexadecimal digits, as forges
 * send it.
 */
export function isSigned(
  body: Uint8Array,
  { header, secret }: { header: string | null; secret: string },
): boolean {
  const [, digits = ''] = /^sha256=([\da-f]{64})$/i.exec(header ?? '') ?? [];
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(digits, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
