import { markdown } from '@codemirror/lang-markdown';
import { yamlFrontmatter } from '@codemirror/lang-yaml';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { levelAt } from './heading-level.ts';

const fields = '---\ntitle: Soil\n# A comment\n---\n\n';

test.each([
  ['|Text', 1],
  ['## Tools\n\nText|\n\n### Later', 2],
  ['## Tools\n\n### Spades\n\n|', 3],
  ['Tools\n-----\n\n|', 2],
  ['```\n## Code\n```\n\n|', 1],
])('the heading above the cursor in %j has level %i', (marked, level) => {
  const doc = fields + marked;
  const anchor = doc.indexOf('|');
  const extensions = yamlFrontmatter({ content: markdown() });

  const state = EditorState.create({ doc: doc.replace('|', ''), selection: { anchor }, extensions });

  expect(levelAt(state)).toBe(level);
});
