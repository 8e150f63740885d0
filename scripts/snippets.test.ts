import { expect, test } from 'vitest';
import { componentNames } from '#lib/content/components.ts';
import { createSnippets } from './snippets.ts';

test('every component has a snippet with its attributes and their choices', () => {
  const snippets = createSnippets();

  expect(Object.keys(snippets)).toEqual(componentNames);
  expect(snippets['Callout']?.body[0]).toBe(
    '<Callout type="${1|deadline,note,tip,warning|}" title="${2:Apply by Friday}">',
  );
  expect(snippets['VideoLink']?.body[0]).toContain('minutes={4\\}');
});
