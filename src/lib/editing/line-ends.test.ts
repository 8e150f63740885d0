import { expect, test } from 'vitest';
import { withLineEndsOf } from './line-ends.ts';

test.each([
  ['lines that were pasted with CRLF into a file with LF', 'a\nb\n', 'a\nnew\r\nb\n', 'a\nnew\nb\n'],
  ['lines with LF in a file with CRLF', 'a\r\nb\r\n', 'a\r\nnew\nb\r\n', 'a\r\nnew\r\nb\r\n'],
  ['a file with both, which stays as it is', 'a\r\nb\n', 'a\r\nb\nc', 'a\r\nb\nc'],
  ['a new file', '', 'a\r\nb\r\n', 'a\r\nb\r\n'],
])('withLineEndsOf: %s', (_name, base, text, expected) => {
  expect(withLineEndsOf(base, text)).toBe(expected);
});
