import { randomBytes } from 'node:crypto';
import type { Store } from './open.ts';

/**
 * Returns the secrets of signed links: the configured ones, then the stored one. The first signs and all verify, so links
 * that were sent before a secret was configured stay valid.
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
