import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { institute } from '#lib/content/current-institute.ts';
import { explainSiteError, findSiteShapeProblems } from './site-shape.ts';

const source = readFileSync('src/site.ts', 'utf8');
const lineOf = (text: string) => source.slice(0, source.indexOf(text) + 1).split('\n').length;

function check(changes: Record<string, unknown>): string[] {
  const problems = findSiteShapeProblems({ ...institute(), ...changes }, source, '2026-11-21');
  return problems.map(({ file, line, message, fix, severity }) => {
    return `${file}:${line}: ${severity}: ${message}: ${fix}`;
  });
}

test('accepts the facts of the sample', () => {
  expect(check({})).toEqual([]);
});

test.each([
  ['notice', 'write it in settings/notice.yaml of the content folder, and delete it here'],
  ['footer', 'write it as "footer" in settings/navigation.yaml of the content folder, and delete it here'],
  ['chatSuggestions', 'write it as "questions" in settings/search.yaml of the content folder'],
])('says where editors write %s now', (key, fix) => {
  const [problem] = check({ [key]: undefined });

  expect(problem).toContain(`: fatal: "${key}" is no longer in src/site.ts, so that editors can change it: `);
  expect(problem).toContain(fix);
});

test.for([
  [
    { timeZone: 'Europe/Londn' },
    'timeZone:',
    '"timeZone" "Europe/Londn" is not a time zone: write it like Europe/London',
  ],
  [
    { locale: 'english please' },
    'locale:',
    '"locale" "english please" is not a language: write it like en-GB',
  ],
  [{ currency: 'pounds' }, 'currency:', '"currency" "pounds" is not a currency: write it like GBP'],
  [{ email: 'hello' }, 'email:', '"email" "hello" is not an email address'],
  [{ name: undefined }, 'name:', '"name" is missing: add it'],
  [
    { telephone: 441632960410 },
    'telephone:',
    '"telephone" must be text, but it is the number 441632960410: put it in quotes',
  ],
  [
    { retentionDays: { ...institute().retentionDays, heldMails: 8 } },
    'heldMails:',
    '"heldMails" (retentionDays) "8" is too large: write at most 7',
  ],
  [
    { security: { languages: ['en'], policy: 'reports' } },
    'policy:',
    '"policy" (security) "reports" is not an address of this site: write it like /admissions',
  ],
  [
    { terms: () => [{ id: 'spring' }] },
    'terms(',
    '"id" (terms, entry 1) "spring" is not the id of a term: write it like 2027-spring',
  ],
  [{ terms: [] }, 'terms(', '"terms" "[]" is not a function: write it like terms(today) { ... }'],
  [
    { colours: { ...institute().colours, light: { ...institute().colours.light, ink: 'black' } } },
    '\n      ink:',
    '"ink" (colours, light) "black" is not a colour: write it like #14574e',
  ],
] as const)('reports %j', ([changes, key, expected]) => {
  const [first = ''] = check(changes);

  expect(first).toContain(`src/site.ts:${lineOf(key)}: fatal: ${expected}`);
});

test('suggests the key that was meant', () => {
  const problems = findSiteShapeProblems(
    { ...institute(), colors: undefined },
    'export const site = {\n  colors: 1,\n}',
    '2026-11-21',
  );

  expect(problems).toEqual([
    expect.objectContaining({
      line: 2,
      message: 'there is no "colors" in src/site.ts',
      fix: 'did you mean colours?',
    }),
  ]);
});

test('explains a syntax error and an unknown name with their line', () => {
  const syntax = Object.assign(new SyntaxError("Expected ',', got 'ident'"), {
    stack: '/home/site/src/site.ts:57\n  a',
  });
  const unknown = Object.assign(new ReferenceError('moday is not defined'), {
    stack: 'ReferenceError: moday is not defined\n at file:///home/site/src/site.ts:12:6',
  });

  expect(explainSiteError(syntax)).toMatchObject({
    line: 57,
    message: expect.stringContaining('cannot be read'),
  });
  expect(explainSiteError(unknown)).toMatchObject({ line: 12, message: 'moday is not defined' });
});
