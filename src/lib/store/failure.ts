import { ApiError } from '#lib/http/api-error.ts';

/** Primary result codes of SQLite that tell of the disk, the file or a lock: https://sqlite.org/rescode.html */
const sqliteTroubles = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);
const sqliteBusy = 5;

/** For whoever reads the log; SQLite's own words come without the reason too, but can hold a statement. */
const sqliteWords: Readonly<Record<number, string>> = {
  5: 'another process holds it',
  8: 'it can’t be written to',
  10: 'the disk fails',
  11: 'the file is damaged',
  13: 'the disk is full',
  14: 'the file can’t be opened',
  26: 'the file is no database',
};

/** Classes of SQLSTATE that tell of the server: connection, resources, operator, system. */
const postgresTroubles = /^(08|53|57|58|XX)|^(25006|40001|40P01|55P03)$/;

const connectionCodes = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$|ENOENT$)/;

/** The words of `pg` and Kysely for a connection that is lost; these errors carry no code. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying|Query read timeout|Client has encountered|Client was closed|Cannot use a pool|Transaction was aborted)/;

type ErrorWithCodes = Error & { code?: unknown; errcode?: unknown };

/** The words of `pg` for a server that takes too long. */
const timeoutMessages =
  /^(Query read timeout|timeout exceeded when trying|Connection terminated due to connection timeout)/;

/** A server that keeps its callers waiting, other than one that refuses them at once. */
export function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    (timeoutMessages.test(error.message) || (error as ErrorWithCodes).code === 'ETIMEDOUT')
  );
}

/** A connection that was good once and broke, as when the server is started again. */
export function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error) || isTimeout(error)) return false;
  const { code } = error as ErrorWithCodes;
  if (typeof code === 'string') return /^(ECONNRESET|EPIPE|08006|57P01|57P02)$/.test(code);
  return /^(Connection terminated|Client has encountered)/.test(error.message);
}

/** SQLite's primary result code, or undefined for any other error. */
function sqliteCode(error: unknown): number | undefined {
  const { code, errcode } = error as ErrorWithCodes;
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined;
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === sqliteBusy;
}

/**
 * What the rest of the site sees of a database's error: STORE_UNAVAILABLE when the database is gone, full
 * or locked, else a plain error that tells the code. Neither repeats the database's own message, which can
 * hold what people typed. Any other error comes back as it is.
 */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error;
  const { code } = error as ErrorWithCodes;
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) {
    const words = sqliteWords[sqlite];
    const told = `SQLite ${sqlite}${words ? ` (${words})` : ''}`;
    return sqliteTroubles.has(sqlite) ? unavailable(told) : refused(`SQLite ${sqlite}`, error);
  }
  if (typeof code === 'string') {
    if (connectionCodes.test(code)) return unavailable(code);
    if (/^[0-9A-Z]{5}$/.test(code)) {
      return postgresTroubles.test(code)
        ? unavailable(`SQLSTATE ${code}`)
        : refused(`SQLSTATE ${code}`, error);
    }
  }
  return connectionMessages.test(error.message) ? unavailable('connection lost') : error;
}

/** @param reason for the log; the client does not get it */
export function unavailable(reason: string): ApiError {
  return new ApiError('STORE_UNAVAILABLE', {
    message: 'The site can’t store anything at the moment.',
    resolution: 'Nothing was saved. Try again in a minute.',
    headers: { 'Retry-After': '30' },
    cause: new Error(`the store is unavailable: ${reason}`),
  });
}

function refused(code: string, { stack }: Error): Error {
  const failure = new Error(`the database refused a statement: ${code}`);
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  failure.stack = [`Error: ${failure.message}`, ...frames].join('\n');
  return failure;
}
