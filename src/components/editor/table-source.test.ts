import { history, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { changeCell } from './table-grid.ts';
import { asOneStep, openTable, placeTable } from './table-source.ts';

const before = 'One\n\n| Day |\n| --- |\n| Mon |\n\nTwo\n';
const start = (doc: string, at: string) =>
  EditorState.create({ doc, selection: { anchor: doc.indexOf(at) }, extensions: [history()] });

/** The text after `Mon` became `Tue` in the table of a text that others changed in the meantime. */
function save(inBetween: string): string | null | undefined {
  const state = start(before, 'Mon');
  const opened = openTable(state);
  const now = state.update({ changes: { from: 0, to: before.length, insert: inBetween } }).state;
  const change = placeTable(now, opened, changeCell(opened.grid, opened.place, 'Tue'));
  return change && now.update(change, asOneStep).state.doc.toString();
}

test('the cells go into the table, and one undo takes them out', () => {
  const state = start(before, 'Mon');
  const opened = openTable(state);
  const change = placeTable(state, opened, changeCell(opened.grid, opened.place, 'Tue')) ?? {};
  const saved = state.update(change, asOneStep).state;

  expect(saved.doc.toString()).toBe(before.replace('Mon', 'Tue'));
  let undone = saved;
  undo({ state: saved, dispatch: (transaction) => (undone = transaction.state) });
  expect(undone.doc.toString()).toBe(before);
});

test('a table that moved is found, and one that changed or occurs twice is not', () => {
  expect(save(`Zero\n\n${before}`)).toBe(`Zero\n\n${before.replace('Mon', 'Tue')}`);
  expect(save(before.replace('Mon', 'Sat'))).toBeUndefined();
  expect(save(before.replace('| Mon |', '| Mon |\n| Sun |'))).toBeUndefined();
  expect(save(before.replace('Two', '| Day |\n| --- |\n| Mon |'))).toBeUndefined();
});

test('a table without changes stays as it was written', () => {
  const state = start('|Day|\n|-|\n|Mon|', 'Mon');
  const opened = openTable(state);

  expect(placeTable(state, opened, opened.grid)).toBeNull();
});

test('outside of a table, a new one starts with the texts to replace', () => {
  const state = start(before, 'Two');
  const opened = openTable(state);
  const change = placeTable(state, opened, changeCell(opened.grid, { row: 0, column: 0 }, 'Week')) ?? {};

  expect(opened.old).toBeUndefined();
  expect(state.update(change).state.doc.toString()).toMatch(
    /^One\n.*Two\n\n\| Week \| Say what this column shows \|\n\| --- \|/s,
  );
});
