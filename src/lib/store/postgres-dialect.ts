import { PostgresDialect, type Dialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { isBrokenConnection, isTimeout } from './failure.ts';

type Options = {
  /** For the log: a connection that broke while no statement waited for it. */
  onConnectionLost: (code: string) => void;
};

/**
 * Kysely on a pool of PostgreSQL connections. Every wait has an end, so that a server that hangs is an error
 * and not a site that hangs, and commits are on the disk even where the server's own default is looser.
 */
export function openPostgres(
  url: string,
  { onConnectionLost }: Options,
): { dialect: Dialect; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'site',
    options: '-c synchronous_commit=on',
    types: { getTypeParser: numbersForInt8 },
  });
  const lost = (error: Error & { code?: string }) => onConnectionLost(error.code ?? 'no code');
  pool.on('error', lost);
  // The pool listens to idle connections only; one that breaks between two statements of a transaction
  // would end the process.
  pool.on('connect', (client) => client.on('error', lost));
  return { dialect: new PostgresDialect({ pool: withoutBroken(pool) }), pool };
}

/** Opening a transaction costs a server nothing: one that takes this long hangs. In milliseconds. */
const opening: pg.QueryConfig & { query_timeout: number } = { text: 'begin', query_timeout: 4_000 };

/**
 * A statement that was given up is still under way in its connection. Back in the pool it would keep the next
 * one waiting, and a `begin` that comes through late would swallow what others write there without a commit.
 * One that the server has ended may not know it yet, and would be given out once more.
 */
function withoutBroken(pool: pg.Pool): PostgresPool {
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let broken: Error | undefined;
      const query = async (text: string, values?: readonly unknown[]) => {
        try {
          if (text === 'begin') return await client.query(opening);
          return await client.query(text, [...(values ?? [])]);
        } catch (error) {
          if (error instanceof Error && (isTimeout(error) || isBrokenConnection(error))) broken = error;
          throw error;
        }
      };
      return {
        // Without cursors, which no statement here uses.
        query: query as unknown as PooledClient['query'],
        release: () => {
          client.release(broken);
        },
      };
    },
  };
}

type PooledClient = Awaited<ReturnType<PostgresPool['connect']>>;

/** Counts and milliseconds fit a number; `pg` would give text. */
const numbersForInt8: typeof pg.types.getTypeParser = (type, format) =>
  type === pg.types.builtins.INT8
    ? Number
    : (pg.types.getTypeParser(type, format) as (text: string) => unknown);
