import { expect, test } from 'vitest';
import { createFormSchema } from './form-schema.ts';
import { signupForm } from './signup-form.ts';

const schema = createFormSchema(signupForm);

test('the schema requires only an email address, and drops a blank name', () => {
  expect(schema.parse({ email: ' a@example.org ' })).toEqual({ email: 'a@example.org' });
  expect(schema.parse({ email: 'a@example.org', name: '  ' }).name).toBeUndefined();
  expect(schema.parse({ email: 'a@example.org', name: ' Ann ', interests: ['soils'] })).toEqual({
    email: 'a@example.org',
    name: 'Ann',
    interests: ['soils'],
  });
});

test('a name with a web address is refused with a message that says what to remove', () => {
  const result = schema.safeParse({ email: 'a@example.org', name: 'Win at https://evil.example' });

  expect(result.error?.issues[0]?.message).toBe('Name: remove web addresses and the @ sign');
});

test('an invalid value is reported at its field, with none of zod’s own texts', () => {
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
    const issues = schema.safeParse({ email: 'a@example.org', [field]: value }).error?.issues ?? [];
    expect(new Set(issues.map(({ path }) => path[0])), field).toEqual(new Set([field]));
    for (const { message } of issues) expect(message).not.toMatch(/invalid|expected/i);
  }
});
