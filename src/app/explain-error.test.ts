import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { explainError } from './explain-error.ts';

function failWith(code: string): Error {
  return Object.assign(new Error(`${code}: permission denied, mkdir '.lectern'`), { code, path: '.lectern' });
}

test('a folder that cannot be written is named with the user and what to do', () => {
  expect(explainError(failWith('EACCES'), 'ann')).toBe(
    `the user ann has no right to use ${resolve('.lectern')}: run the command as the owner of the folder, or give the folder to ann with chown -R`,
  );
  expect(explainError(failWith('EROFS'), 'ann')).toBe(
    `${resolve('.lectern')} is on a read-only disk: choose a folder on another one`,
  );
});

test('a missing right is found under the error of a store', () => {
  const error = new Error('the database in data can’t be used', { cause: failWith('EACCES') });

  expect(explainError(error, 'ann')).toContain(
    `the user ann has no right to use ${resolve('.lectern')}: run the command as`,
  );
});

test('a file where a folder should be is named', () => {
  expect(explainError(failWith('ENOTDIR'))).toBe(
    `${resolve('.lectern')} is a file, or below one: choose another place`,
  );
});

test('a database that cannot be written keeps its message, with what to do', () => {
  const cause = Object.assign(new Error('attempt to write a readonly database'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 1032,
  });
  const error = new Error(`the database in data can’t be used: ${cause.message}`, { cause });

  expect(explainError(error, 'ann')).toBe(
    'the database in data can’t be used: attempt to write a readonly database: run the command as the owner of DATA_DIR, or give the folder to ann with chown -R',
  );
});

test.each([
  ['a file', failWith('ENOSPC')],
  ['SQLite', Object.assign(new Error('database or disk is full'), { errcode: 13 })],
  ['PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
])('a disk that is full under %s is named with what to do', (_, cause) => {
  expect(explainError(new Error('nothing was stored', { cause }))).toContain('the disk is full');
});

test('a file above the limit of its size is named with what to do', () => {
  expect(explainError(failWith('EFBIG'))).toContain('raise the limit with ulimit -f');
});

test('other errors keep their message', () => {
  expect(explainError(new Error('fix this'))).toBe('fix this');
});
