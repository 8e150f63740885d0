import { expect, test } from 'vitest';
import { validRegistration } from '#test/stand-ins/registering.ts';
import * as z from 'zod/mini';
import { createFormSchema } from './form-schema.ts';
import { registrationForm } from './registration-form.ts';

const studentNumber = { pattern: /^LK-\d{6}$/, example: 'LK-204816' };
const schema = createFormSchema(registrationForm, { studentNumber });

/** The names of the invalid fields. */
function invalidFields(body: unknown): string[] {
  const result = schema.safeParse(body);
  return [...new Set(result.error?.issues.map(({ path }) => String(path[0] ?? 'body')))];
}

test('the schema keeps names in any script, emoji and combining characters, in NFC', () => {
  const names = ['李 小龍', 'مُحَمَّد', 'Zoë', '👩‍🌾', 'Ó Súilleabháin-O’Neill', 'राजेश्वरी'];

  for (const name of names) {
    expect(schema.parse({ ...validRegistration, givenName: name.normalize('NFD') }).givenName).toBe(
      name.normalize('NFC'),
    );
  }
});

test('the schema accepts names with apostrophes, hyphens and full stops in NFC and NFD', () => {
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
      const body = {
        ...validRegistration,
        givenName: name.normalize(form),
        familyName: name.normalize(form),
      };
      expect(schema.parse(body)).toMatchObject({ givenName: name.normalize(), familyName: name.normalize() });
    }
  }
});

test('the schema refuses addresses and hidden characters in single-line fields and says what to remove', () => {
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
      const issues = schema.safeParse({ ...validRegistration, [field]: text }).error?.issues ?? [];
      expect(issues.map(({ path }) => path[0])).toEqual([field]);
      if (field.endsWith('Name')) expect(issues[0]?.message, text).toMatch(message);
    }
  }
});

test('a note with web addresses and a run of marks keeps the addresses and 30 marks', () => {
  const note = `See https://example.org, write to me@example.org: e\u0301${'\u0316\u0301'.repeat(2000)}!`;

  const { note: kept = '' } = schema.parse({ ...validRegistration, note });

  expect(kept.startsWith('See https://example.org, write to me@example.org: ')).toBe(true);
  expect(kept.endsWith('!')).toBe(true);
  expect([...kept.normalize('NFD').matchAll(/\p{M}/gu)].length).toBe(30);
});

test('the schema keeps SQL and formula text, and line breaks in a note', () => {
  const body = { ...validRegistration, familyName: `=1+1'); DROP TABLE x;--`, note: 'one\r\ntwo\t3' };

  expect(schema.parse(body)).toMatchObject({ familyName: body.familyName, note: 'one\ntwo\t3' });
});

test('the schema drops unknown members, including __proto__', () => {
  const body: unknown = JSON.parse(
    JSON.stringify({ ...validRegistration, admin: true }).replace('{', '{"__proto__":{"admin":true},'),
  );

  const payload = schema.parse(body);

  expect(payload).toEqual(validRegistration);
  expect((payload as Record<string, unknown>)['admin']).toBeUndefined();
});

test('course codes in any case are converted to capitals', () => {
  expect(schema.parse({ ...validRegistration, courses: [' soil201 '] }).courses).toEqual(['SOIL201']);
});

test('an invalid value is reported at its field', () => {
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
    ['courses', Array.from({ length: 25 }, (_, index) => `SOIL1${index + 10}`)],
    ['courses', ['SOIL201', 'soil201']],
    ['courses', ['SOIL201', 7]],
    ['courses', ['<script>']],
    ['courses', Array.from({ length: 10_000 }, (_, index) => `SOIL${String(index % 1000).padStart(3, '0')}`)],
    ['note', 'x'.repeat(2001)],
    ['note', 'bell\u0007'],
    ['challengeToken', 7],
  ];

  for (const [field, value] of cases) {
    expect(
      invalidFields({ ...validRegistration, [field]: value }),
      `${field}: ${String(value).slice(0, 40)}`,
    ).toEqual([field]);
  }
});

test('messages for invalid values contain none of zod’s own texts', () => {
  const result = schema.safeParse({ challengeToken: 'x', courses: [7] });

  for (const issue of result.error?.issues ?? [])
    expect(issue.message).not.toMatch(/invalid|expected|undefined/i);
  expect(result.error?.issues.map(({ path }) => path[0])).toEqual(
    expect.arrayContaining(['studentNumber', 'givenName', 'familyName', 'email', 'term', 'courses']),
  );
});

test('the schema refuses a body that is not an object', () => {
  for (const body of [null, [], 'text', 7, undefined]) expect(invalidFields(body)).toEqual(['body']);
});

test('a pattern with the global flag tests each number from its start', () => {
  const global = createFormSchema(registrationForm, {
    studentNumber: { ...studentNumber, pattern: /^LK-\d{6}$/g },
  });

  expect([1, 2, 3].map(() => global.safeParse(validRegistration).success)).toEqual([true, true, true]);
});

test.each(['LK-204816', 'lk-204816', ' Lk- 204 816 ', 'LK-204\u00A0816'])(
  'the student number %j is stored in capitals, without spaces',
  (typed) => {
    expect(schema.parse({ ...validRegistration, studentNumber: typed }).studentNumber).toBe('LK-204816');
  },
);

test('the JSON Schema of a single-line field states what it may not contain', () => {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

  for (const field of ['studentNumber', 'givenName', 'familyName']) {
    expect(properties?.[field]).toMatchObject({
      description: expect.stringContaining('without `://`, `www.`, `@`'),
    });
  }
});
