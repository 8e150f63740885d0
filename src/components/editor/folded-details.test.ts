import { foldedRanges, foldEffect } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import { foldedDetails } from './folded-details.ts';

const fields = '---\ntitle: Soil\n---\n';
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

test('replacing everything changes the text and opens the details, which a second time changes too', () => {
  const matches = (state: EditorState) => [...state.doc.toString().matchAll(/Soil|Text/g)];
  const replaceAll = (state: EditorState) =>
    state.update({
      changes: matches(state).map(({ index, 0: word }) => ({
        from: index,
        to: index + word.length,
        insert: 'Peat',
      })),
      userEvent: 'input.replace.all',
    }).state;

  const first = replaceAll(closed);
  const second = replaceAll(first);

  expect(first.doc.toString()).toBe(`${fields}\nPeat`);
  expect(foldedRanges(first).size).toBe(0);
  expect(second.doc.toString()).toBe('---\ntitle: Peat\n---\n\nPeat');
});

test('selecting everything selects the text below the closed front matter', () => {
  const { selection } = apply({
    selection: { anchor: 0, head: closed.doc.length },
    userEvent: 'select',
  });

  expect([selection.main.from, selection.main.to]).toEqual([fields.length, closed.doc.length]);
});
