import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type Sealer = {
  /** Encrypts a text. URL-safe. It can be opened only with the same `context`: a purpose, or where the text belongs. */
  seal: (text: string, context: string) => string;
  /** Returns undefined for a text that none of the secrets has sealed for this context. */
  open: (sealed: string, context: string) => string | undefined;
};

const algorithm = 'aes-256-gcm';
const [ivLength, tagLength] = [12, 16];
const maxLength = 4_096;

/** @param secrets the first seals, all open */
export function createSealer(secrets: readonly string[]): Sealer {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'sealed text', 32)));
  const [current] = keys;
  if (!current) throw new Error('a sealer needs a secret');
  return {
    seal(text, context) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, current, iv).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open(sealed, context) {
      if (sealed.length > maxLength) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= ivLength + tagLength) return undefined;
      for (const key of keys) {
        const opened = decrypt(bytes, { key, context });
        if (opened !== undefined) return opened;
      }
      return undefined;
    },
  };
}

function decrypt(bytes: Buffer, { key, context }: { key: Buffer; context: string }): string | undefined {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  try {
    const opened = Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]);
    return opened.toString('utf8');
  } catch {
    return undefined;
  }
}
