import { expect, test } from 'vitest';
import { createRegistrationSchema } from './registration-schema.ts';

const schema = createRegistrationSchema({ studentNumber: /^LK-\d{6}$/, studentNumberExample: 'LK-204816' });
const valid = {
  studentNumber: 'LK-204816',
  givenName: 'Ines',
  familyName: 'Calder',
  email: 'ines@example.org',
  term: '2027-spring',
  courses: ['SOIL201'],
};

/** The names of the fields to blame for a body that is refused. */
function blamed(body: unknown): string[] {
  const result = schema.safeParse(body);
  return [...new Set(result.error?.issues.map(({ path }) => String(path[0] ?? 'body')))];
}

test('keeps names in any script, emoji and combining characters, in NFC', () => {
  const names = ['李 小龍', 'مُحَمَّد', 'Zoë', '👩‍🌾', 'Ó Súilleabháin-O’Neill', 'राजेश्वरी'];

  for (const name of names) {
    expect(schema.parse({ ...valid, givenName: name.normalize('NFD') }).givenName).toBe(
      name.normalize('NFC'),
    );
  }
});

test('keeps the names that people have', () => {
  const names = [
    'O’Brien-Smith',
    'Nguyễn Thị',
    '王小明',
    "D'Arcy",
    'Jean-Luc II',
    'José María Aznar-López',
    'Dr. Ng',
  ];

  for (const name of names) {
    for (const form of ['NFC', 'NFD']) {
      const body = { ...valid, givenName: name.normalize(form), familyName: name.normalize(form) };
      expect(schema.parse(body)).toMatchObject({ givenName: name.normalize(), familyName: name.normalize() });
    }
  }
});

test('refuses addresses and hidden characters in single-line fields and says what to remove', () => {
  const cases: [text: string, message: RegExp][] = [
    ['Ann, see https://evil.example/login', /web addresses/],
    ['Ann www.evil.example', /web addresses/],
    ['WWW.EVIL.EXAMPLE', /web addresses/],
    ['ann@evil.example', /@ sign/],
    ['ann＠evil.example', /@ sign/],
    ['http：／／evil.example', /web addresses/],
    ['www。evil.example', /web addresses/],
    ['ww\u00ADw.evil.example', /web addresses/],
    ['http:\u200B//evil.example', /web addresses/],
    ['Ann\u202Egnp', /direction/],
    ['Ann\u2067x', /direction/],
    ['Ann\u206Ax', /direction/],
    ['\u3164', /Enter your/],
    ['\u2800\u1160', /Enter your/],
    ['Ann\nBcc', /one line/],
    ['Ann\u0085x', /control/],
    [`A${'\u0301\u0316'.repeat(16)}`, /accents/],
    ['e\u0323\u0302'.repeat(101), /at most 100/],
    ['x'.repeat(500), /at most 100/],
  ];

  for (const field of ['givenName', 'familyName', 'studentNumber', 'term']) {
    for (const [text, message] of cases) {
      const issues = schema.safeParse({ ...valid, [field]: text }).error?.issues ?? [];
      expect(issues.map(({ path }) => path[0])).toEqual([field]);
      if (field.endsWith('Name')) expect(issues[0]?.message, text).toMatch(message);
    }
  }
});

test('a note keeps web addresses and loses only what a run of marks has beyond 30', () => {
  const note = `See https://example.org, write to me@example.org: e\u0301${'\u0316\u0301'.repeat(2000)}!`;

  const { note: kept = '' } = schema.parse({ ...valid, note });

  expect(kept.startsWith('See https://example.org, write to me@example.org: ')).toBe(true);
  expect(kept.endsWith('!')).toBe(true);
  expect([...kept.normalize('NFD').matchAll(/\p{M}/gu)].length).toBe(30);
});

test('keeps SQL and formula text as it was typed, and line breaks in a note only', () => {
  const body = { ...valid, familyName: `=1+1'); DROP TABLE x;--`, note: 'one\r\ntwo\t3' };

  expect(schema.parse(body)).toMatchObject({ familyName: body.familyName, note: 'one\ntwo\t3' });
});

test('leaves out members that it does not know, __proto__ among them', () => {
  const body: unknown = JSON.parse(
    JSON.stringify({ ...valid, admin: true }).replace('{', '{"__proto__":{"admin":true},'),
  );

  const payload = schema.parse(body);

  expect(payload).toEqual(valid);
  expect((payload as Record<string, unknown>)['admin']).toBeUndefined();
});

test('course codes are read in any case', () => {
  expect(schema.parse({ ...valid, courses: [' soil201 '] }).courses).toEqual(['SOIL201']);
});

test('names the one field that is wrong', () => {
  const cases: [string, unknown][] = [
    ['studentNumber', '204816'],
    ['studentNumber', 204816],
    ['studentNumber', 'LK-204816\n'.repeat(2)],
    ['givenName', ''],
    ['givenName', ' \u200b '],
    ['givenName', 'Ines\nBcc: x@example.org'],
    ['givenName', 'Ines\u2028Calder'],
    ['givenName', 'nul\u0000'],
    ['givenName', '\ud800'],
    ['givenName', 'x'.repeat(101)],
    ['familyName', null],
    ['familyName', ['Calder']],
    ['email', 'ines@example'],
    ['email', undefined],
    ['term', 2027],
    ['courses', 'SOIL201'],
    ['courses', []],
    ['courses', ['SOIL201', 'soil201']],
    ['courses', ['SOIL201', 7]],
    ['courses', ['<script>']],
    ['courses', Array.from({ length: 10_000 }, (_, index) => `SOIL${String(index % 1000).padStart(3, '0')}`)],
    ['note', 'x'.repeat(2001)],
    ['note', 'bell\u0007'],
    ['challengeToken', 7],
  ];

  for (const [field, value] of cases) {
    expect(blamed({ ...valid, [field]: value }), `${field}: ${String(value).slice(0, 40)}`).toEqual([field]);
  }
});

test('every message is a sentence for a person, of the form’s own', () => {
  const result = schema.safeParse({ challengeToken: 'x', courses: [7] });

  for (const issue of result.error?.issues ?? [])
    expect(issue.message).not.toMatch(/invalid|expected|undefined/i);
  expect(result.error?.issues.map(({ path }) => path[0])).toEqual(
    expect.arrayContaining(['studentNumber', 'givenName', 'familyName', 'email', 'term', 'courses']),
  );
});

test('what is no object is refused as a whole', () => {
  for (const body of [null, [], 'text', 7, undefined]) expect(blamed(body)).toEqual(['body']);
});

test('a pattern with the global flag tests each number afresh', () => {
  const global = createRegistrationSchema({ studentNumber: /^LK-\d{6}$/g });

  expect([1, 2, 3].map(() => global.safeParse(valid).success)).toEqual([true, true, true]);
});
