import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { getuid } from 'node:process';
import { messageOf } from '#lib/base/message-of.ts';

/** The message of an error, or what to do about a full disk, a missing right, or a file in the way of a folder. */
export function explainError(error: unknown, user = nameUser()): string {
  const { code = '', path: given, cause } = error as NodeJS.ErrnoException;
  if (isOfFullDisk(error)) return 'the disk is full: free some space, or choose a folder on another disk';
  if (code === 'EFBIG')
    return 'a file would be larger than this user or disk allows: raise the limit with ulimit -f, or choose another disk';
  if (isReadOnlyDatabase(error)) return `${messageOf(error)}: ${asOwner('DATA_DIR', user)}`;
  if (given === undefined) return isMissingRight(cause) ? explainError(cause, user) : messageOf(error);
  const path = resolve(given);
  if (isMissingRight(error))
    return `the user ${user} has no right to use ${path}: ${asOwner('the folder', user)}`;
  if (code === 'EROFS') return `${path} is on a read-only disk: choose a folder on another one`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${path} is a file, or below one: choose another place`;
  return messageOf(error);
}

/** Throws no error for a user that has only a number, as in containers. */
function nameUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `number ${getuid?.()}`;
  }
}

const asOwner = (folder: string, user: string) =>
  `run the command as the owner of ${folder}, or give the folder to ${user} with chown -R`;

function isMissingRight(error: unknown): boolean {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  return path !== undefined && (code === 'EACCES' || code === 'EPERM');
}

/** SQLite's codes for a file that cannot be written, or not opened at all. */
const readOnly = [8, 14];

/** Of the file system, of SQLite and of PostgreSQL. */
function isOfFullDisk(error: unknown): boolean {
  const { cause, code = '', errcode } = error as Error & { code?: string; errcode?: number };
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code) || errcode === 13) return true;
  return cause !== undefined && isOfFullDisk(cause);
}

function isReadOnlyDatabase(error: unknown): boolean {
  const { cause, errcode } = error as Error & { errcode?: number };
  if (errcode !== undefined) return readOnly.includes(errcode & 0xff);
  return cause !== undefined && isReadOnlyDatabase(cause);
}
