import { messageOf } from '#lib/base/message-of.ts';
import { storeHints } from '#lib/store/dialects/failure.ts';
import { openPostgres } from '#lib/store/dialects/postgres-dialect.ts';
import type { RunQuery } from './store-tables.ts';

type Connection = { query: RunQuery; close: () => Promise<void> };

/** Opens one connection. @throws Error that names the server, without user and password */
export async function connectPostgres(url: string): Promise<Connection> {
  const { pool } = openPostgres(url, { onConnectionLost: () => undefined });
  const client = await pool.connect().catch(async (cause: unknown) => {
    await pool.end();
    throw new Error(`the database ${withoutUser(url)} cannot be used: ${explainPostgres(cause)}`, { cause });
  });
  return {
    query: async (statement) => (await client.query(statement)).rows as Record<string, unknown>[],
    async close() {
      client.release(true);
      await pool.end();
    },
  };
}

/** Says what to check, instead of the message of the database. */
export function explainPostgres(cause: unknown): string {
  const { code = '' } = cause as { code?: string };
  // If a name has several addresses, the error has no message.
  return storeHints[code] ?? (messageOf(cause) || code);
}

/** The address of a database, for messages. */
export function withoutUser(url: string): string {
  return url.replace(/\/\/.*@/, '//').replace(/\?.*$/, '');
}
