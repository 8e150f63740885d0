import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { componentNames } from '#lib/content/components.ts';
import { snippetsFile, writeSnippets } from './snippets.ts';

type Snippets = Readonly<Record<string, { body: string[] }>>;

test('the snippets of VS Code are those of the components as they are', () => {
  const kept = readFileSync(snippetsFile, 'utf8');

  expect(kept, 'run node scripts/write-snippets.ts and commit the file').toBe(writeSnippets());
});

test('every component has a snippet that goes through its attributes and their choices', () => {
  const snippets = JSON.parse(writeSnippets()) as Snippets;

  expect(Object.keys(snippets)).toEqual(componentNames);
  expect(snippets['Callout']?.body[0]).toBe(
    '<Callout type="${1|deadline,note,tip,warning|}" title="${2:Apply by Friday}">',
  );
  expect(snippets['VideoLink']?.body[0]).toContain('minutes={4\\}');
});
