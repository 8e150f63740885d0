import { foldedRanges, foldEffect } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import { foldedDetails, noteOf } from './folded-details.ts';

const fields = '---\ntitle: Soil\npicture:\n  file: ./soil.jpg\n  alt: Soil\n---\n';
const closed = EditorState.create({ doc: `${fields}\nText`, extensions: foldedDetails() }).update({
  effects: foldEffect.of({ from: 0, to: fields.length - 1 }),
}).state;

function apply(spec: TransactionSpec) {
  const { doc, selection } = closed.update(spec).state;
  return { text: doc.toString().slice(fields.length), isWhole: doc.toString().startsWith(fields), selection };
}

test.each([
  ['typing at the start', { changes: { from: 0, insert: 'x' }, userEvent: 'input.type' }],
  ['deleting everything', { changes: { from: 0, to: closed.doc.length }, userEvent: 'delete.selection' }],
  [
    'deleting the line end of the front matter',
    { changes: { from: fields.length - 1, to: fields.length }, userEvent: 'delete.backward' },
  ],
])('%s changes nothing while the front matter is closed', (_, spec) => {
  expect(apply(spec)).toMatchObject({ text: '\nText', isWhole: true });
});

test('applies typing below the closed front matter, and changes from the form', () => {
  const typed = apply({ changes: { from: fields.length, insert: 'First' }, userEvent: 'input.type' });
  const changed = closed.update({ changes: { from: 11, to: 15, insert: 'Peat' }, userEvent: 'input' }).state;

  expect(typed).toMatchObject({ text: 'First\nText', isWhole: true });
  expect(changed.doc.toString()).toContain('title: Peat\n');
});

test('replacing everything changes the text, and names the details that also have the words', () => {
  const replaceAll = (state: EditorState, words: RegExp) => {
    const found = [...state.doc.toString().matchAll(words)];
    const changes = found.map(({ index, 0: word }) => ({
      from: index,
      to: index + word.length,
      insert: 'Peat',
    }));
    return state.update({ changes, userEvent: 'input.replace.all' }).state;
  };

  const replaced = replaceAll(closed, /Soil|Text/g);
  const unchanged = replaceAll(closed, /soil/gi);
  const typed = replaced.update({ changes: { from: fields.length, insert: 'x' }, userEvent: 'input.type' });
  const onlyText = replaceAll(closed, /Text/g);

  expect(replaced.doc.toString()).toBe(`${fields}\nPeat`);
  expect(unchanged.doc.toString()).toBe(closed.doc.toString());
  expect(foldedRanges(replaced).size).toBe(1);
  expect([replaced, unchanged, typed.state, onlyText].map(noteOf)).toEqual([
    '1 replaced in the text. Title and Picture also have these words: change them in the tab “Details”.',
    '0 replaced in the text. Title and Picture also have these words: change them in the tab “Details”.',
    undefined,
    undefined,
  ]);
});

test('selecting everything selects the text below the closed front matter', () => {
  const { selection } = apply({
    selection: { anchor: 0, head: closed.doc.length },
    userEvent: 'select',
  });

  expect([selection.main.from, selection.main.to]).toEqual([fields.length, closed.doc.length]);
});
