import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { describeOwnCode, explainMissingCode, findReplaced, ownCodeFolder, readOwnCode } from './own-code.ts';

const productPages = ['people.astro', 'courses/index.astro', 'courses/[slug].astro', 'index.astro'];

function makeInstitute(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test.each([
  ['courses.astro', ['courses/index.astro']],
  ['courses/[code].astro', ['courses/[slug].astro']],
  ['index.mdx', ['index.astro']],
  ['courses/[...rest].astro', []],
  ['courses/soil.astro', []],
  ['_people.astro', []],
])('the own page %s replaces %j', (file, replaced) => {
  expect(findReplaced(file, productPages)).toEqual(replaced);
});

test('lists what own code adds and replaces', () => {
  const own = readOwnCode(
    makeInstitute({
      'components/Callout.astro': '',
      'components/Tide.astro': '',
      'components/Tide.yaml': '',
      'pages/people.astro': '',
      'pages/rooms/[room].astro': '',
      'pages/rooms/_table.astro': '',
    }),
  );

  expect(describeOwnCode(own, { productPages })).toEqual([
    'replaces the component <Callout>',
    'adds the component <Tide>',
    'replaces the page /people (pages/people.astro)',
    'adds the page /rooms/[room] (pages/rooms/[room].astro)',
  ]);
});

test('a build lacks code that was added or changed after it', () => {
  const [none, first, second] = [{}, { 'pages/a.astro': '1' }, { 'pages/a.astro': '2' }].map((files) =>
    readOwnCode(makeInstitute(files)),
  );
  const missing = (own = none, built = none) =>
    own && explainMissingCode(own, built && { ...built, descriptions: [], productPages });

  expect(missing(first, first)).toBeUndefined();
  expect(missing(none, first)).toBeUndefined();
  expect(missing(first, none)).toContain('are not in this build');
  expect(missing(second, first)).toContain('changed after this build');
});

test('the sample and an export of CONTENT_REPO have no own code', () => {
  expect(ownCodeFolder({ INSTITUTE_DIR: 'src' })).toBeUndefined();
  expect(ownCodeFolder({ CONTENT_REPO: 'https://git.example/site.git' })).toBeUndefined();
  expect(ownCodeFolder({ INSTITUTE_DIR: '../site' })).toBe('../site');
});
