import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import { cycleHeading, insertBlock, insertLink, toggleList, toggleMark, writeComponent } from './commands.ts';
import { findPages } from './link-picker.ts';

/** Runs a command. In the text, two bars enclose the selection; one bar is the cursor. */
function run(marked: string, make: (state: EditorState) => TransactionSpec): string {
  const from = marked.indexOf('|');
  const to = marked.lastIndexOf('|') - (marked.indexOf('|') === marked.lastIndexOf('|') ? 0 : 1);
  const doc = marked.replaceAll('|', '');
  const state = EditorState.create({ doc, selection: EditorSelection.range(from, to) });
  return state.update(make(state)).state.sliceDoc();
}

test.each([
  ['soil |holds| water', 'soil **holds** water'],
  ['soil ho|lds water', 'soil **holds** water'],
  ['soil **|holds|** water', 'soil holds water'],
])('bold changes %j to %j', (before, after) => {
  expect(run(before, (state) => toggleMark(state, '**'))).toBe(after);
});

test.each([
  ['Te|xt', '## Text'],
  ['## Te|xt', '### Text'],
  ['### Te|xt', 'Text'],
  ['- Te|xt', '## Text'],
  ['2. Te|xt', '## Text'],
])('a heading changes %j to %j', (before, after) => {
  expect(run(before, cycleHeading)).toBe(after);
});

test.each([
  ['|one\n\ntwo|', '- one\n\n- two'],
  ['|- one\n- two|', 'one\ntwo'],
  ['|1. one\n2. two|', '- one\n- two'],
  ['## on|e', '- one'],
])('a list changes %j to %j', (before, after) => {
  expect(run(before, (state) => toggleList(state, 'bullets'))).toBe(after);
});

test.each([
  ['a heading', cycleHeading, '## '],
  ['a list', (state: EditorState) => toggleList(state, 'numbers'), '1. '],
])('after %s on an empty line, the cursor is behind the mark', (_name, make, mark) => {
  const state = EditorState.create({ doc: 'Text\n\n', selection: { anchor: 6 } });

  const { selection, doc } = state.update(make(state)).state;

  expect(doc.toString()).toBe(`Text\n\n${mark}`);
  expect(selection.main.head).toBe(doc.length);
});

test('uses the selection as the text of a link or, without one, the title of the page', () => {
  const page = { address: '/fees', title: 'Fees [2027]' };

  expect(run('See |our fees|.', (state) => insertLink(state, page))).toBe('See [our fees](/fees).');
  expect(run('See |.', (state) => insertLink(state, page))).toBe(String.raw`See [Fees \[2027\]](/fees).`);
});

test('inserts a link below a component that is a block, as after adding a picture', () => {
  const page = { address: './map.pdf', title: 'Map' };
  const insert = (before: string) => run(before, (state) => insertLink(state, page));

  expect(insert('<Figure alt="A" />|\n\nMore')).toBe('<Figure alt="A" />\n\n[Map](./map.pdf)\n\nMore');
  expect(insert('It costs <Fee course="A" />|')).toBe('It costs <Fee course="A" />[Map](./map.pdf)');
});

test.each([
  ['[^1]: A note.\n|', '[^1]: A note.\n\n[Map](./map.pdf)\n'],
  ['[Plan](./plan.pdf)|', '[Plan](./plan.pdf)\n\n[Map](./map.pdf)\n'],
  ['<Figure alt="A" />|', '<Figure alt="A" />\n\n[Map](./map.pdf)\n'],
  ['See the |', 'See the [Map](./map.pdf)'],
  ['See |.', 'See [Map](./map.pdf).'],
  ['- |', '- [Map](./map.pdf)'],
])('links to a document in %j in a paragraph of its own or in its sentence', (before, after) => {
  const link = { address: './map.pdf', title: 'Map', isParagraph: true };

  expect(run(before, (state) => insertLink(state, link))).toBe(after);
});

test.each([
  ['Text|\n\nMore', 'Text\n\nBLOCK\n\nMore'],
  ['Text\n|\nMore', 'Text\n\nBLOCK\n\nMore'],
  ['Text\n\n|', 'Text\n\nBLOCK\n'],
  ['|', 'BLOCK\n'],
])('inserts a block into %j with empty lines around it', (before, after) => {
  expect(run(before, (state) => insertBlock(state, 'BLOCK'))).toBe(after);
});

test('writes a component with its attributes and omits empty ones', () => {
  expect(writeComponent('Fee', { course: 'SOIL201', parts: ' ' }, undefined)).toBe(
    '<Fee course="SOIL201" />',
  );
  expect(writeComponent('Callout', { title: 'Say "yes"' }, 'Text')).toBe(
    '<Callout title="Say &quot;yes&quot;">\n\nText\n\n</Callout>',
  );
});

test('lists pages that match by title before pages that match by address', () => {
  const pages = [
    { title: 'Laboratory rules', address: '/handbook/soil', kind: 'Handbook' },
    { title: 'Soil Science', address: '/courses/soil-science', kind: 'Course' },
    { title: 'Fees', address: '/fees', kind: 'Page' },
  ];

  expect(findPages(pages, ['soil']).map(({ title }) => title)).toEqual(['Soil Science', 'Laboratory rules']);
});
