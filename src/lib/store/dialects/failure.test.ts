import { expect, test } from 'vitest';
import { messageOf } from '#lib/base/message-of.ts';
import { toStoreError } from './failure.ts';

function failWith(code: string): Error {
  return Object.assign(new Error('password authentication failed for user "ann"'), { code });
}

test.each([
  [
    '28P01',
    'the database refused the connection: SQLSTATE 28P01 (the user or the password is wrong. Check both',
  ],
  ['28000', 'the database refused the connection: SQLSTATE 28000 (this user may not connect. Check its name'],
  ['3D000', 'the database refused the connection: SQLSTATE 3D000 (there is no database of this name. Check'],
  [
    '42501',
    'the database refused a statement: SQLSTATE 42501 (this user may not make tables there. Let it own',
  ],
  ['23505', 'the database refused a statement: SQLSTATE 23505'],
])('an error %s of PostgreSQL says what to check, without its own message', (code, message) => {
  const failure = messageOf(toStoreError(failWith(code)));

  expect(failure).toContain(message);
  expect(failure).not.toContain('ann');
});

test('an unknown host is named for the log', () => {
  expect(messageOf((toStoreError(failWith('ENOTFOUND')) as Error).cause)).toBe(
    'the store is unavailable: ENOTFOUND (this host is unknown. Check its name)',
  );
});
