import { expect, test } from 'vitest';
import { signupSchema } from './signup-schema.ts';

test('an address alone is enough, and a blank name is none', () => {
  expect(signupSchema.parse({ email: ' a@example.org ' })).toEqual({ email: 'a@example.org' });
  expect(signupSchema.parse({ email: 'a@example.org', name: '  ' }).name).toBeUndefined();
  expect(signupSchema.parse({ email: 'a@example.org', name: ' Ann ', interests: ['soils'] })).toEqual({
    email: 'a@example.org',
    name: 'Ann',
    interests: ['soils'],
  });
});

test('says what to remove from a name', () => {
  const result = signupSchema.safeParse({ email: 'a@example.org', name: 'Win at https://evil.example' });

  expect(result.error?.issues[0]?.message).toBe('Remove web addresses and the @ sign');
});

test('names the field that is wrong, in words for a person', () => {
  const cases: [string, unknown][] = [
    ['email', 'x'],
    ['email', 7],
    ['name', 7],
    ['name', 'A\nB'],
    ['name', 'x'.repeat(101)],
    ['name', 'Win at https://evil.example'],
    ['name', 'Ann\u202E'],
    ['interests', ['www.evil.example']],
    ['interests', 'soils'],
    ['interests', [7]],
    ['interests', Array.from({ length: 21 }, () => 'soils')],
  ];

  for (const [field, value] of cases) {
    const issues = signupSchema.safeParse({ email: 'a@example.org', [field]: value }).error?.issues ?? [];
    expect(new Set(issues.map(({ path }) => path[0])), field).toEqual(new Set([field]));
    for (const { message } of issues) expect(message).not.toMatch(/invalid|expected/i);
  }
});
