import { expect, test } from 'vitest';
import { explainError } from './exit-on-error.ts';

function failWith(code: string): Error {
  return Object.assign(new Error(`${code}: permission denied, mkdir '.lectern'`), { code, path: '.lectern' });
}

test('a folder that cannot be written is named with the user and what to do', () => {
  expect(explainError(failWith('EACCES'), 'ann')).toBe(
    'the user ann may not write .lectern: run the command as the owner of the folder, or give the folder to ann with chown -R',
  );
  expect(explainError(failWith('EROFS'), 'ann')).toBe(
    '.lectern is on a read-only disk: choose a folder on another one',
  );
});

test('other errors keep their message', () => {
  expect(explainError(new Error('fix this'))).toBe('fix this');
  expect(explainError(failWith('ENOSPC'))).toContain('ENOSPC');
});
