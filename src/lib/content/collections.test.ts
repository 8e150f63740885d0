import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { entryAddress, firstAddress, pageTypeOf } from './addresses.ts';
import { collectionNames, definitionOf, pageTypes } from './collections.ts';

test.each(collectionNames)('%s has the page routes that its definition requires', (name) => {
  const { base, hasEntryPages } = definitionOf(name);
  const folder = `src/pages${base}`;
  const list = [`${folder}.astro`, `${folder}/index.astro`];
  const hasRoute = existsSync(folder) && readdirSync(folder).some((file) => file.startsWith('['));

  const missing = [
    ...(list.some((file) => existsSync(file)) ? [] : [`the list page ${folder}/index.astro`]),
    ...(!hasEntryPages || hasRoute ? [] : [`the entry page ${folder}/[slug].astro`]),
  ];

  expect(missing).toEqual([]);
});

test('every collection has its own kind and base', () => {
  const definitions = collectionNames.map(definitionOf);

  for (const property of ['kind', 'base'] as const) {
    const values = definitions.map((definition) => definition[property]);
    expect(new Set(values).size).toBe(values.length);
  }
});

test.each(collectionNames)('pageTypeOf returns the type of %s for the address of an entry', (name) => {
  const { kind, hasEntryPages } = definitionOf(name);
  const [path = ''] = entryAddress(name, 'soil').split('#');

  expect(pageTypeOf(path)).toBe(hasEntryPages ? kind : 'page');
});

test.each([
  ['/', 'page'],
  ['/courses', 'page'],
  ['/handbook', 'handbook'],
  ['/handbook/money/bursaries', 'handbook'],
  ['/handbooks', 'page'],
  ['/coursesoil', 'page'],
  ['/people', 'page'],
] as const)('the page type of %s is %s', (path, type) => {
  expect(pageTypeOf(path)).toBe(type);
  expect(pageTypes).toContain(type);
});

test.each([
  [[], '/events/b'],
  [['/events/a', '/events/c'], '/events/a'],
  [['/open-day', '/news/a', '/events/c'], '/events/c'],
  [['/open-day'], '/events/b'],
])('the first address of /events/b with the aliases %j is %s', (aliases, expected) => {
  expect(firstAddress({ path: '/events/b', aliases })).toBe(expected);
});
