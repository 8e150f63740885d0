import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkEntry } from '#lib/content/check.ts';
import { atTime, parseEntry } from '#lib/content/checking/entry.ts';
import { institute } from '#lib/content/current-institute.ts';
import { withReplacement } from './replacements.ts';

const clock = { now: new Date('2026-11-22T12:00:00Z'), timeZone: institute().timeZone };

function read(collection: 'courses' | 'people' | 'programs', name: string, text?: string) {
  const path = `${process.cwd()}/src/content/${collection}/${name}`;
  return atTime(parseEntry({ collection, name, path }, text ?? readFileSync(path, 'utf8')), clock);
}

const file = 'soil-science.mdx';
const original = readFileSync(`src/content/courses/${file}`, 'utf8');
const others = [
  read('people', 'ines-calder.mdx'),
  read('courses', 'soil-health.mdx'),
  read('programs', 'certificate-land-and-water.mdx'),
];

function check(text: string) {
  const entry = read('courses', file, text);
  const options = { institute: institute(), now: clock.now, routes: ['/courses', '/contact', '/people'] };
  return checkEntry(entry.path, [entry, ...others], options).map((problem) => withReplacement(text, problem));
}

/** Problems of the unchanged file: most of the sample that it refers to is not loaded. */
const knownMessages = new Set(check(original).map(({ message }) => message));
const newProblems = (text: string) => check(text).filter(({ message }) => !knownMessages.has(message));

test.each([
  ['a misspelt field', 'credits: 20', 'credit: 20'],
  ['a misspelt person', '[ines-calder]', '[ines-caldr]'],
  ['a misspelt subject', 'subject: soils', 'subject: soil'],
  ['a misspelt choice', 'mode: blended', 'mode: blendet'],
  ['a dead link', '\nSoil feeds us', '\n[Health](/courses/soil-helth) feeds us'],
  ['a link to a heading', '\nSoil feeds us', '\n[Assessment](#asessment) feeds us'],
  ['a misspelt component', '\nSoil feeds us', '\n<Callot>\n\nText.\n\n</Callot>\n\nSoil feeds us'],
  [
    'a misspelt attribute',
    '\nSoil feeds us',
    '\n<Callout titel="A">\n\nText.\n\n</Callout>\n\nSoil feeds us',
  ],
  ['a misspelt code', '\nSoil feeds us', '\n<Fee course="SOIL1O1" /> Soil feeds us'],
  ['a heading that skips a level', '## What you study', '#### What you study'],
  ['a second title', '## What you study', '# What you study'],
  ['a picture', './soil-profile.svg', './soil-profil.svg'],
])('fixes %s', (_, right, wrong) => {
  const text = original.replace(right, wrong);
  const problem = newProblems(text).find(({ replacement }) => replacement);

  const { from, to, insert } = problem!.replacement!;
  const fixed = text.slice(0, from) + insert + text.slice(to);

  expect(newProblems(fixed)).toEqual([]);
  expect(Math.abs(fixed.length - text.length)).toBeLessThan(10);
});

test('offers no fix if the words are not in the text', () => {
  const problem = {
    line: 1,
    message: 'there is no person "ann"',
    fix: 'did you mean anna?',
    severity: 'error',
  } as const;

  expect(withReplacement('people: [bert]', problem)).toEqual(problem);
});
