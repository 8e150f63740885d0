import { ApiError } from '#lib/http/api-error.ts';
import { requestErrors } from '#lib/i18n/en/errors.ts';

/** Primary result codes of SQLite about the disk, the file or a lock: https://sqlite.org/rescode.html */
const sqliteUnavailable = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);
const sqliteBusy = 5;

/** Reasons for the log. SQLite's own messages are not logged, since they can quote a statement. */
const sqliteReasons: Readonly<Record<number, string>> = {
  5: 'another process has locked it',
  8: 'it is read-only',
  10: 'disk error: the disk may be full, or broken',
  11: 'the file is damaged',
  13: 'the disk is full',
  14: 'the file can’t be opened',
  26: 'the file is not a database',
};

/**
 * SQLSTATE classes for connections, resources, operator intervention and system errors, and codes for read-only
 * transactions, conflicts and locks.
 */
const postgresUnavailable = /^(08|53|57|58|XX)|^(25006|40001|40P01|55P03)$/;

/** SQLSTATE classes for a wrong user, password or database. */
const isOfConnection = /^(28|3D)/;

/** What to check, by the codes of sockets and of PostgreSQL. */
export const storeHints: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Check host and port, and that PostgreSQL runs',
  ENOTFOUND: 'this host is unknown. Check its name',
  EAI_AGAIN: 'this host is unknown. Check its name',
  '28P01':
    'the user or the password is wrong. Check both, and write signs such as @ and / in a password as %40 and %2F',
  '28000': 'this user may not connect. Check its name, and pg_hba.conf of the server',
  '3D000': 'there is no database of this name. Check the name, or create it',
  '42501': 'this user may not make tables there. Let it own the database: ALTER DATABASE name OWNER TO user',
};

const connectionCodes = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$|ENOENT$)/;

/** Messages of `pg` and Kysely for a lost connection. These errors have no code. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying|Query read timeout|Client has encountered|Client was closed|Cannot use a pool|Transaction was aborted)/;

type ErrorWithCodes = Error & { code?: unknown; errcode?: unknown };

/** Messages of `pg` for a timeout. */
const timeoutMessages =
  /^(Query read timeout|timeout exceeded when trying|Connection terminated due to connection timeout)/;

/** True if the server did not answer in time. */
export function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    (timeoutMessages.test(error.message) || (error as ErrorWithCodes).code === 'ETIMEDOUT')
  );
}

/** True if an established connection broke, for example because the server was restarted. */
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
 * Converts a database error: to STORE_UNAVAILABLE if the database is unreachable, full or locked, else to an error with
 * its code. Drops the database's own message, since it can contain personal data. Returns other errors unchanged.
 */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error;
  const { code } = error as ErrorWithCodes;
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) {
    const reason = sqliteReasons[sqlite];
    return sqliteUnavailable.has(sqlite)
      ? unavailable(`SQLite ${sqlite}${reason ? ` (${reason})` : ''}`)
      : refused(`SQLite ${sqlite}`, error);
  }
  if (typeof code === 'string') {
    const hint = storeHints[code] ? ` (${storeHints[code]})` : '';
    if (connectionCodes.test(code)) return unavailable(`${code}${hint}`);
    if (/^[0-9A-Z]{5}$/.test(code)) {
      return postgresUnavailable.test(code)
        ? unavailable(`SQLSTATE ${code}`)
        : refused(
            `SQLSTATE ${code}${hint}`,
            error,
            isOfConnection.test(code) ? 'the connection' : 'a statement',
          );
    }
  }
  return connectionMessages.test(error.message) ? unavailable('connection lost') : error;
}

/** @param reason for the log only */
export function unavailable(reason: string): ApiError {
  return new ApiError('STORE_UNAVAILABLE', {
    ...requestErrors.storeUnavailable,
    headers: { 'Retry-After': '30' },
    cause: new Error(`the store is unavailable: ${reason}`),
  });
}

function refused(code: string, { stack }: Error, what = 'a statement'): Error {
  const failure = new Error(`the database refused ${what}: ${code}`);
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  failure.stack = [`Error: ${failure.message}`, ...frames].join('\n');
  return failure;
}
