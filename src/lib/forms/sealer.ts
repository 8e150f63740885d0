import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

type Sealer = {
  /** Encrypts a text. URL-safe. */
  seal: (text: string) => string;
  /** Returns undefined for a text that none of the secrets has sealed. */
  open: (sealed: string) => string | undefined;
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
    seal(text) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, current, iv);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open(sealed) {
      if (sealed.length > maxLength) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= ivLength + tagLength) return undefined;
      for (const key of keys) {
        const opened = decrypt(bytes, key);
        if (opened !== undefined) return opened;
      }
      return undefined;
    },
  };
}

function decrypt(bytes: Buffer, key: Buffer): string | undefined {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  try {
    const opened = Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]);
    return opened.toString('utf8');
  } catch {
    return undefined;
  }
}
