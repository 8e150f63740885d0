import { expect, test } from 'vitest';
import { ZodError } from 'zod';
import { readFrontMatter, readYamlFile } from '#lib/content/checking/check-front-matter.ts';
import { parseInstitute } from '#lib/content/checking/institute-file.ts';
import { contentCollections } from '#lib/content/collections.ts';
import { settingsFiles, settingsNames } from '#lib/content/editor-settings.ts';
import { writeFirstFiles } from './first-files.ts';

const answers = {
  name: 'Harbourside School of Boatbuilding',
  place: 'Old Shed, Lower Quay 4, Cuxhaven, Lower Saxony, 27472, DE',
  email: 'hello@harbourside.example',
  telephone: '+49 4721 555 010',
  person: 'Ada Wren',
  subjects: 'Boatbuilding, Sail and rope work',
  locale: 'en-DE',
  timeZone: 'Europe/Berlin',
};
const files = writeFirstFiles(answers, '2026-11-23');

test('the facts of a new institute are valid, and match the answers', () => {
  const { institute, findings } = parseInstitute('institute.yaml', files['institute.yaml'] ?? '');

  expect(findings).toEqual([]);
  expect(institute).toMatchObject({
    name: answers.name,
    shortName: 'Harbourside',
    currency: 'EUR',
    locale: 'en-DE',
    timeZone: 'Europe/Berlin',
    subjects: { boatbuilding: 'Boatbuilding', 'sail-and-rope-work': 'Sail and rope work' },
    address: { street: 'Old Shed, Lower Quay 4', locality: 'Cuxhaven', postalCode: '27472', country: 'DE' },
  });
});

const schemas = new Map(Object.entries(contentCollections).map(([name, { schema }]) => [name, schema]));

const entries = Object.entries(files).flatMap(([path, text]) => {
  const [, folder = ''] = /^content\/(\w+)\/.*\.mdx$/.exec(path) ?? [];
  return folder ? [[path, folder, text] as const] : [];
});

test.each(entries)('%s is valid', (_path, collection, text) => {
  const { frontMatter, findings } = readFrontMatter(text);

  expect(findings).toEqual([]);
  expect(schemas.get(collection)?.safeParse(frontMatter?.data).success).toBe(true);
});

test.each(['navigation', 'home', 'search'] as const)('the settings %s are valid', (name) => {
  const { frontMatter, findings } = readYamlFile(files[`content/settings/${name}.yaml`] ?? '');

  expect(settingsNames).toContain(name);
  expect(findings).toEqual([]);
  expect(settingsFiles[name].schema.safeParse(frontMatter?.data).error).toBeUndefined();
});

test('a short name that YAML 1.1 would parse as a boolean stays text', () => {
  const { institute } = parseInstitute(
    'a',
    writeFirstFiles({ ...answers, name: 'No 1' }, '2026-11-23')['institute.yaml'] ?? '',
  );

  expect(institute).toMatchObject({ name: 'No 1', shortName: 'No' });
});

test('the name is in institute.yaml alone, so that a change there changes it everywhere', () => {
  const found = Object.entries(files).filter(([, text]) => text.includes('Harbourside'));

  expect(found.map(([path]) => path)).toEqual(['institute.yaml']);
  expect(found[0]?.[1].match(/Harbourside/g)).toHaveLength(2);
});

test.each([
  ['Lower Quay 4, Cuxhaven, Lower Saxony, 27472, DE', 'en-DE'],
  ['1 Main Street, Salem, Oregon, 97301, US', 'en-US'],
  ['Kemer 4, Izmir, Ege, 35000, TR', 'en-GB'],
])('the formats of an institute at %s are those of %s', (place, locale) => {
  const text = writeFirstFiles({ ...answers, locale: undefined, place }, '2026-11-23')['institute.yaml'];

  expect(parseInstitute('a', text ?? '').institute?.locale).toBe(locale);
});

test('a person’s file is named after the person, in any script', () => {
  const fileOf = (person: string) =>
    Object.keys(writeFirstFiles({ ...answers, person }, '2026-11-23')).find((path) =>
      path.includes('/people/'),
    );

  expect(fileOf('Özlem Yıldız')).toBe('content/people/ozlem-yildiz.mdx');
  expect(fileOf('Иван Петров')).toBe('content/people/ivan-petrov.mdx');
});

test.each([
  ['subjects', '!!'],
  ['name', 'A: {b}'],
  ['name', '<script>'],
  ['place', 'Cuxhaven, DE'],
  ['colour', 'navy'],
  ['terms', 'winter'],
  ['email', 'hello'],
  ['telephone', '555'],
])('refuses the answer for %s: %s', (name, answer) => {
  expect(() => writeFirstFiles({ ...answers, [name]: answer }, '2026-11-23')).toThrow(ZodError);
});

test.each(['/.env', '/data/', '/.lectern/', '/.cache/', '*.sqlite', '*.sqlite-wal', '*.sqlite-shm'])(
  'git ignores %s in the folder of a new institute',
  (path) => {
    expect(files['.gitignore']?.split('\n')).toContain(path);
  },
);
