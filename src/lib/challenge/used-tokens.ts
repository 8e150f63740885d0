import { createHash } from 'node:crypto';

export type UsedTokens = {
  /**
   * Runs `verify` for a new token. A visitor may send a form twice, by a double click or after a lost response: the same
   * token with the same content shares the outcome of the first time.
   * @returns undefined if the token was used for other content
   */
  verifyOnce(
    sent: { token: string; content: string },
    verify: () => Promise<void>,
  ): Promise<void> | undefined;
  /** Marks the token as unused, after it could not be verified. */
  release(token: string): void;
};

type UsedTokensOptions = { keepMs?: number; capacity?: number; now?: () => number };

/**
 * Stores tokens for as long as a verifier could accept them. At capacity, evicts the oldest, which the verifier itself
 * still refuses.
 */
export function createUsedTokens({
  keepMs = 600_000,
  capacity = 20_000,
  now = Date.now,
}: UsedTokensOptions = {}): UsedTokens {
  const used = new Map<string, { at: number; content: string; verified: Promise<void> }>();
  const evict = () => {
    for (const [key, { at }] of used) {
      if (at + keepMs > now() && used.size < capacity) return;
      used.delete(key);
    }
  };
  return {
    verifyOnce({ token, content }, verify) {
      const key = hashOf(token);
      const hash = hashOf(content);
      const known = used.get(key);
      if (known && known.at + keepMs > now()) return known.content === hash ? known.verified : undefined;
      used.delete(key);
      evict();
      const verified = verify();
      used.set(key, { at: now(), content: hash, verified });
      return verified;
    },
    release(token) {
      used.delete(hashOf(token));
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
