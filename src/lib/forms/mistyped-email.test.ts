import { expect, test } from 'vitest';
import { suggestEmail } from './mistyped-email.ts';

test.for([
  ['ann@gmial.com', 'ann@gmail.com'],
  ['ann@gmai.com', 'ann@gmail.com'],
  ['ann@gmail.co', 'ann@gmail.com'],
  ['ann@gmaill.com', 'ann@gmail.com'],
  ['ann@gmail.comm', 'ann@gmail.com'],
  ['ann@gnail.com', 'ann@gmail.com'],
  ['Ann.Lee@Hotmial.co.uk', 'Ann.Lee@hotmail.co.uk'],
  ['ann@outlok.com', 'ann@outlook.com'],
  ['ann@"x@y"@yahooo.com', 'ann@"x@y"@yahoo.com'],
] as const)('asks about %s', ([typed, meant]) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.for([
  'ann@gmail.com',
  'ann@GMAIL.com',
  'ann@ymail.com',
  'ann@email.com',
  'ann@mail.com',
  'ann@example.org',
  'ann@yahoo.fr',
  'ann@gmail.co.uk',
  'ann@hotmail.de',
  'ann@outlook.com.au',
  'gmial.com',
  '@gmial.com',
  'ann@',
  '',
])('does not ask about “%s”', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined();
});

test('knows the domains of the institute', () => {
  expect(suggestEmail('ann@larkmor.example', ['larkmoor.example'])).toBe('ann@larkmoor.example');
  expect(suggestEmail('ann@larkmoor.example', ['larkmoor.example'])).toBeUndefined();
});
