import { expect, test } from 'vitest';
import { createLinkTokens } from './link-tokens.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-21T13:00:00Z');
const tokens = createLinkTokens(['first secret, long enough', 'an older secret']);

test('a token returns its subject for its purpose until it expires', () => {
  const token = tokens.sign('confirm', 'id 1', later);

  expect(token).toMatch(/^[\w.-]+$/);
  expect(tokens.read('confirm', token, now)).toBe('id 1');
  expect(tokens.read('unsubscribe', token, now)).toBeUndefined();
  expect(tokens.read('confirm', token, later)).toBeUndefined();
  expect(tokens.read('withdraw', tokens.sign('withdraw', 'R-1'), later)).toBe('R-1');
});

test('a forged, truncated or foreign token returns undefined', () => {
  const token = tokens.sign('confirm', 'id 1', later);
  const [subject, expires, signature] = token.split('.');
  const changed = [
    `${Buffer.from('id 2').toString('base64url')}.${expires}.${signature}`,
    `${subject}..${signature}`,
    `${subject}.${expires}`,
    `${subject}.${expires}.`,
    `${subject}.zzzzzzzzz.${signature}`,
    createLinkTokens(['foreign']).sign('confirm', 'id 1', later),
    '',
    '..',
    'x'.repeat(100_000),
  ];

  for (const text of changed) expect(tokens.read('confirm', text, now), text.slice(0, 80)).toBeUndefined();
});

test('a token signed with an older secret is valid', () => {
  const token = createLinkTokens(['an older secret']).sign('confirm', 'id 1', later);

  expect(tokens.read('confirm', token, now)).toBe('id 1');
});
