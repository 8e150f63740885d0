import { expect, test } from 'vitest';
import { isSigned } from './hook-signature.ts';

// The example in GitHub's documentation, "Validating webhook deliveries".
const secret = "It's a Secret to Everybody";
const body = Buffer.from('Hello, World!');
const header = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

test('accepts the signature of the body', () => {
  expect(isSigned(body, { header, secret })).toBe(true);
});

test.each([
  null,
  '',
  'sha256=',
  header.slice(7),
  header.replace('sha256', 'sha1'),
  header.slice(0, -2),
  `${header}00`,
  header.replace(/.$/, '8'),
])('refuses the header %j', (other) => {
  expect(isSigned(body, { header: other, secret })).toBe(false);
});

test('refuses another body and another secret', () => {
  expect(isSigned(Buffer.from('Hello, World?'), { header, secret })).toBe(false);
  expect(isSigned(body, { header, secret: 'other' })).toBe(false);
});
