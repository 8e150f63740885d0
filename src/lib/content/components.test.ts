import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { handbookPage, makeContentFolder } from '#test/content-folder.ts';
import { checkFolder } from '#test/check-content-files.ts';
import { components } from './components.ts';

test('every example is read without a problem of its form', async () => {
  const files = components.map(
    ({ name, example }) => [`handbook/${name}.mdx`, handbookPage(example)] as const,
  );
  const directory = makeContentFolder(Object.fromEntries(files));

  const { problems } = await checkFolder(directory);

  // The examples name courses and pictures that this folder does not have.
  expect(problems.filter(({ message }) => !/no course|no image/.test(message))).toEqual([]);
});

test('every attribute that editors are told of is one that the component takes', () => {
  for (const { name, attributes } of components) {
    const source = readFileSync(`src/components/mdx/${name}.astro`, 'utf8');
    const taken = Object.keys(attributes).filter((attribute) =>
      new RegExp(`\\b${attribute}\\b`).test(source),
    );
    expect([name, taken]).toEqual([name, Object.keys(attributes)]);
  }
});
