import {
  PostgresDialect,
  type Dialect,
  type Kysely,
  type PostgresPool,
  type PostgresQueryResult,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { isBrokenConnection, isTimeout } from './failure.ts';

type Options = {
  /** Logs a connection that broke while idle. */
  onConnectionLost: (code: string) => void;
};

/**
 * Kysely on a pool of PostgreSQL connections. Every wait has a timeout, so a hanging server causes errors instead of
 * hanging requests. Commits are on disk even if the server's default is weaker.
 */
export function openPostgres(
  url: string,
  { onConnectionLost }: Options,
): { dialect: Dialect; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // An idle server stays visible to `lectern move-store`, which must not run beside it.
    min: 1,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    // Less than a statement waits, so that the locks of an instance that has lost its network fail no other request.
    idle_in_transaction_session_timeout: 6_000,
    // Idle connections whose network vanished close after half a minute on both sides, not after two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 20_000,
    application_name: 'site',
    options:
      '-c synchronous_commit=on -c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    types: { getTypeParser: numbersForInt8 },
  });
  const lost = (error: Error & { code?: string }) => onConnectionLost(error.code ?? 'no code');
  pool.on('error', lost);
  // The pool handles errors of idle connections only. Without this, a connection that breaks between two statements
  // would end the process.
  pool.on('connect', (client) => client.on('error', lost));
  return { dialect: new PostgresDialect({ pool: withoutBroken(pool) }), pool };
}

/** `begin` is cheap, so a server that needs longer than this timeout hangs. */
const opening: pg.QueryConfig & { query_timeout: number } = { text: 'begin', query_timeout: 4_000 };

/**
 * Removes connections that timed out or broke from the pool. After a timeout, the statement is still running: it would
 * delay the next one, and a late `begin` would put other requests' writes into a transaction that is never committed.
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
          const run = text === 'begin' ? client.query(opening) : client.query(text, [...(values ?? [])]);
          return (await run) as PostgresQueryResult<unknown>;
        } catch (error) {
          if (error instanceof Error && (isTimeout(error) || isBrokenConnection(error))) broken = error;
          throw error;
        }
      };
      return {
        // Cursors are not supported; no statement uses them.
        query: query as PooledClient['query'],
        release: () => {
          client.release(broken);
        },
      };
    },
  };
}

type PooledClient = Awaited<ReturnType<PostgresPool['connect']>>;

/** `pg` returns int8 as text. Our counts and milliseconds fit into a number. */
const numbersForInt8: typeof pg.types.getTypeParser = (type, format) =>
  type === pg.types.builtins.INT8
    ? Number
    : (pg.types.getTypeParser(type, format) as (text: string) => unknown);

/**
 * Runs a transaction, and retries it once if its connection breaks before the work begins: after a server restart, the
 * pool still holds old connections.
 */
export async function retryTransaction<D, T>(
  db: Kysely<D>,
  work: (tx: Transaction<D>) => Promise<T>,
): Promise<T> {
  const state = { hasBegun: false };
  const run = () =>
    db.transaction().execute((tx) => {
      state.hasBegun = true;
      return work(tx);
    });
  try {
    return await run();
  } catch (error) {
    if (state.hasBegun || !isBrokenConnection(error)) throw error;
    return run();
  }
}
