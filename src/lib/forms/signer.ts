import { createHmac, timingSafeEqual } from 'node:crypto';

type Signer = {
  /** URL-safe. */
  sign: (text: string) => string;
  verify: (text: string, signature: string) => boolean;
};

/** @param secrets the first signs, all verify */
export function createSigner(secrets: readonly string[]): Signer {
  const [current] = secrets;
  if (!current) throw new Error('a signer needs a secret');
  return {
    sign: (text) => hash(current, text).toString('base64url'),
    verify(text, signature) {
      const given = Buffer.from(signature, 'base64url');
      return secrets.some((secret) => {
        const expected = hash(secret, text);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

function hash(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
