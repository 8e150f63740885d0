import { expect, test } from 'vitest';
import { goOn } from './table-keys.ts';
import { changeTableState, createTableSteps, withoutOfferedRow, type TableState } from './table-state.ts';
import type { Grid } from './table-text.ts';

const grid: Grid = {
  aligns: [null, 'right'],
  rows: [
    ['Day', 'Fee'],
    ['Mon', '1'],
    ['Tue', '2'],
  ],
};
const at = (row: number, column: number, of = grid): TableState => ({ grid: of, place: { row, column } });
const written = ({ rows }: Grid) => rows.map((row) => row.join(',')).join(' ');

test.each([
  ['row-above', at(1, 0), 'Day,Fee , Mon,1 Tue,2', [1, 0]],
  ['row-below', at(2, 1), 'Day,Fee Mon,1 Tue,2 ,', [3, 1]],
  ['row-up', at(1, 1), 'Mon,1 Day,Fee Tue,2', [0, 1]],
  ['row-down', at(1, 0), 'Day,Fee Tue,2 Mon,1', [2, 0]],
  ['row-remove', at(2, 1), 'Day,Fee Mon,1', [1, 1]],
  ['column-before', at(0, 0), ',Day,Fee ,Mon,1 ,Tue,2', [0, 0]],
  ['column-after', at(0, 1), 'Day,Fee, Mon,1, Tue,2,', [0, 2]],
  ['column-left', at(1, 1), 'Fee,Day 1,Mon 2,Tue', [1, 0]],
  ['column-right', at(1, 0), 'Fee,Day 1,Mon 2,Tue', [1, 1]],
  ['column-remove', at(1, 1), 'Day Mon Tue', [1, 0]],
] as const)('%s changes the table, and the cell goes with it', (action, state, expected, [row, column]) => {
  const changed = changeTableState(state, action);

  expect(changed && written(changed.grid)).toBe(expected);
  expect(changed?.place).toEqual({ row, column });
});

test.each([
  ['row-up', at(0, 0)],
  ['row-down', at(2, 0)],
  ['row-remove', at(0, 0, { aligns: [null], rows: [['Day']] })],
  ['column-left', at(0, 0)],
  ['column-right', at(0, 1)],
  ['column-remove', at(0, 0, { aligns: [null], rows: [['Day'], ['Mon']] })],
] as const)('%s is not possible at the edge, or for the last row or column', (action, state) => {
  expect(changeTableState(state, action)).toBeUndefined();
});

test('undo takes back what was typed into a cell, then the step before', () => {
  const steps = createTableSteps(at(1, 0));

  steps.type('W');
  steps.type('We');
  steps.move({ row: 2, column: 0 });
  steps.type('Th');
  expect(written(steps.state().grid)).toBe('Day,Fee We,1 Th,2');

  steps.undo();
  expect(written(steps.state().grid)).toBe('Day,Fee We,1 Tue,2');
  steps.undo();
  expect(steps.state()).toEqual(at(1, 0));
  expect([steps.isChanged(), steps.canUndo()]).toEqual([false, false]);
});

test('typing after an undo is a step again', () => {
  const steps = createTableSteps(at(1, 0));

  steps.type('a');
  steps.undo();
  steps.type('b');
  steps.undo();

  expect(steps.state()).toEqual(at(1, 0));
});

const tab = { key: 'Tab', shiftKey: false };
const enter = { key: 'Enter', shiftKey: false };

test.each([
  ['Tab', at(1, 1), tab, [2, 0]],
  ['Tab with Shift', at(1, 0), { ...tab, shiftKey: true }, [0, 1]],
  ['Enter', at(0, 1), enter, [1, 1]],
  ['Enter with Shift', at(2, 1), { ...enter, shiftKey: true }, [1, 1]],
])('%s goes to the next cell', (_name, state, key, [row, column]) => {
  expect(goOn(state, key)).toEqual({ grid, place: { row, column } });
});

test.each([
  ['Tab', at(2, 1), tab, 0],
  ['Enter', at(2, 1), enter, 1],
])('%s after the last row adds a row, unless the last is empty', (_name, state, key, column) => {
  const next = goOn(state, key);

  expect(next && written(next.grid)).toBe('Day,Fee Mon,1 Tue,2 ,');
  expect(next?.place).toEqual({ row: 3, column });
  expect(next && goOn({ ...next, place: { row: 3, column: 1 } }, key)).toBeUndefined();
});

test('Tab leaves the table before its first cell', () => {
  expect(goOn(at(0, 0), { ...tab, shiftKey: true })).toBeUndefined();
  expect(goOn(at(0, 0), { ...enter, shiftKey: true })).toBeUndefined();
});

test('the empty row that Tab added is left out, and those that were there or were added by a button stay', () => {
  const empty = { ...grid, rows: [...grid.rows, ['', ''], ['', '']] };
  const added = changeTableState(at(2, 1), 'row-below')!;
  const steps = createTableSteps(at(2, 1));
  steps.change(goOn(steps.state(), tab)!);
  expect(steps.isChanged()).toBe(false);
  steps.move({ row: 1, column: 0 });
  steps.type('Sun');

  expect(written(withoutOfferedRow(steps.state()))).toBe('Day,Fee Sun,1 Tue,2');
  expect(withoutOfferedRow(at(1, 0, empty))).toEqual(empty);
  expect(written(withoutOfferedRow(added))).toBe('Day,Fee Mon,1 Tue,2 ,');
});
