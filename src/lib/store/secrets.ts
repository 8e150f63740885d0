import { randomBytes } from 'node:crypto';
import type { Store } from './open.ts';

/**
 * The secrets that sign links: the configured ones first, then the one that the store keeps. The first
 * signs, all verify, so links that were mailed before a secret was configured stay good.
 */
export async function loadLinkSecrets(store: Store, configured: readonly string[] = []): Promise<string[]> {
  const name = 'links';
  return store.query(async (db) => {
    if (configured.length === 0) {
      await db
        .insertInto('secrets')
        .values({ name, value: randomBytes(32).toString('base64url') })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    }
    const rows = await db.selectFrom('secrets').select('value').where('name', '=', name).execute();
    return [...configured, ...rows.map(({ value }) => value)];
  });
}
