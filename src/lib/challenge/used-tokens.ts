import { createHash } from 'node:crypto';

export type UsedTokens = {
  /** True the first time within the span; from then on the token is used. */
  claim(token: string): boolean;
  /** Gives a token back that could not be checked. */
  release(token: string): void;
};

type UsedTokensOptions = { keepMs?: number; capacity?: number; now?: () => number };

/**
 * Remembers tokens for as long as a verifier could still take them. When it is full the oldest go first, and
 * the verifier's own memory remains.
 */
export function createUsedTokens({
  keepMs = 600_000,
  capacity = 20_000,
  now = Date.now,
}: UsedTokensOptions = {}): UsedTokens {
  const claimedAt = new Map<string, number>();
  const forget = () => {
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
      forget();
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
