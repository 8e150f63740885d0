import { createHash } from 'node:crypto';

export type UsedTokens = {
  /** Marks the token as used. Returns false if it was used already. */
  claim(token: string): boolean;
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
  const claimedAt = new Map<string, number>();
  const evict = () => {
    for (const [key, at] of claimedAt) {
      if (at + keepMs > now() && claimedAt.size < capacity) return;
      claimedAt.delete(key);
    }
  };
  return {
    claim(token) {
      const key = keyOf(token);
      const at = claimedAt.get(key);
      if (at !== undefined && at + keepMs > now()) return false;
      claimedAt.delete(key);
      evict();
      claimedAt.set(key, now());
      return true;
    },
    release(token) {
      claimedAt.delete(keyOf(token));
    },
  };
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
