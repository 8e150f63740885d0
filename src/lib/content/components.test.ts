import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { checkFolder } from '#test/check-content-files.ts';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { componentNames, components } from './components.ts';

const folder = 'src/components/mdx';

test('every component has a file in src/components/mdx and a description in src/lib/content/components.ts', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.astro'));

  expect(files.map((name) => basename(name, '.astro')).toSorted()).toEqual(componentNames.toSorted());
});

test.each(components)('$name has the attributes of its description', ({ name, attributes }) => {
  const source = readFileSync(`${folder}/${name}.astro`, 'utf8');

  const missing = Object.keys(attributes).filter(
    (attribute) => !new RegExp(`\\b${attribute}\\b`).test(source),
  );

  expect(missing).toEqual([]);
});

test('the content check accepts the examples of all components', async () => {
  const files = components.map(
    ({ name, example }) => [`handbook/${name}.mdx`, handbookPage(example)] as const,
  );

  const { problems } = await checkFolder(makeContentFolder(Object.fromEntries(files)));

  // The examples refer to courses, subjects, programs and images that this folder does not have.
  expect(problems.filter(({ message }) => !/no course|no subject|no image|no program/.test(message))).toEqual(
    [],
  );
});
