import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setOwnComponents } from '#lib/content/components.ts';
import { checkFolder } from '#test/check-content-files.ts';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { readOwnComponents } from './own-components.ts';

const description = `description: The opening hours of a room.
attributes:
  room: { kind: text, required: true, description: The name of the room. }
example: <OpeningHours room="Library" />
`;

function makeComponents(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function problemsOf(files: Readonly<Record<string, string>>): string[] {
  const { problems } = readOwnComponents(makeComponents(files));
  return problems.map(({ message, severity }) => `${severity}: ${message}`);
}

test('the content check knows an own component and its attributes', async () => {
  const { components, problems } = readOwnComponents(
    makeComponents({ 'OpeningHours.astro': '', 'OpeningHours.yaml': description }),
  );
  setOwnComponents(components);
  onTestFinished(() => setOwnComponents([]));
  const page = (text: string) => makeContentFolder({ 'handbook/rooms.mdx': handbookPage(text) });

  const valid = await checkFolder(page('<OpeningHours room="Library" />'));
  const invalid = await checkFolder(page('<OpeningHours rom="Library" />'));

  expect(problems).toEqual([]);
  expect(valid.problems).toEqual([]);
  expect(invalid.problems.map(({ message, fix }) => `${message}: ${fix}`)).toEqual([
    '<OpeningHours> has no attribute rom: did you mean room?',
    expect.stringContaining('<OpeningHours> has no room'),
  ]);
});

test('a component of the product is replaced without a description', () => {
  expect(problemsOf({ 'Callout.astro': '' })).toEqual([]);
});

test('reports a component without a description, a description without a component, and its wrong fields', () => {
  expect(problemsOf({ 'Tide.astro': '' })).toEqual(['fatal: <Tide> has no description']);
  expect(problemsOf({ 'Tide.yaml': description })).toEqual([
    'fatal: there is no Tide.astro beside this file',
  ]);
  const wrong = description
    .replace('kind: text', 'kind: colour')
    .replace('description: The o', 'about: The o');
  expect(problemsOf({ 'Tide.astro': '', 'Tide.yaml': wrong })).toHaveLength(3);
});

test('a folder without components has none', () => {
  expect(readOwnComponents('/no/such/folder')).toEqual({ components: [], problems: [] });
  expect(readOwnComponents(makeComponents({ 'hours.ts': '', 'README.md': '' })).problems).toEqual([]);
});
