import { addColumn, addRow, changeCell, moveColumn, moveRow, removeColumn, removeRow } from './table-grid.ts';
import type { CellPlace, Grid } from './table-text.ts';

/** A table that is edited, and the cell where the author is. */
export type TableState = { grid: Grid; place: CellPlace };

type Change = (grid: Grid, place: CellPlace) => TableState;

const isInside = (at: number, count: number) => at >= 0 && at < count;

const rowTo =
  (step: number): Change =>
  (grid, { row, column }) => ({ grid: moveRow(grid, row, row + step), place: { row: row + step, column } });
const columnTo =
  (step: number): Change =>
  (grid, { row, column }) => ({
    grid: moveColumn(grid, column, column + step),
    place: { row, column: column + step },
  });
const newRow =
  (after: number): Change =>
  (grid, { row, column }) => ({ grid: addRow(grid, row + after), place: { row: row + after, column } });
const newColumn =
  (after: number): Change =>
  (grid, { row, column }) => ({
    grid: addColumn(grid, column + after),
    place: { row, column: column + after },
  });

/** What the buttons for rows and columns do. */
const changes = {
  'row-above': newRow(0),
  'row-below': newRow(1),
  'row-up': rowTo(-1),
  'row-down': rowTo(1),
  'row-remove': (grid, { row, column }) => ({
    grid: removeRow(grid, row),
    place: { row: Math.min(row, grid.rows.length - 2), column },
  }),
  'column-before': newColumn(0),
  'column-after': newColumn(1),
  'column-left': columnTo(-1),
  'column-right': columnTo(1),
  'column-remove': (grid, { row, column }) => ({
    grid: removeColumn(grid, column),
    place: { row, column: Math.min(column, grid.aligns.length - 2) },
  }),
} satisfies Record<string, Change>;

export type TableAction = keyof typeof changes;

/** @returns undefined if the table would lose its last row or column, or a row or column would leave the table */
export function changeTableState({ grid, place }: TableState, action: TableAction): TableState | undefined {
  const changed = changes[action](grid, place);
  const isPossible =
    isInside(changed.place.row, changed.grid.rows.length) &&
    isInside(changed.place.column, changed.grid.aligns.length);
  return isPossible ? changed : undefined;
}

/** The steps of an author in a table. What is typed into one cell is one step. */
export function createTableSteps(first: TableState) {
  const past: TableState[] = [];
  let state = first;
  let isTyping = false;

  function change(next: TableState): void {
    past.push(state);
    state = next;
    isTyping = false;
  }

  return {
    state: () => state,
    isChanged: () => JSON.stringify(state.grid) !== JSON.stringify(first.grid),
    canUndo: () => past.length > 0,
    move(place: CellPlace): void {
      if (place.row === state.place.row && place.column === state.place.column) return;
      state = { ...state, place };
      isTyping = false;
    },
    change,
    type(text: string): void {
      const next = { grid: changeCell(state.grid, state.place, text), place: state.place };
      if (!isTyping) change(next);
      state = next;
      isTyping = true;
    },
    undo(): void {
      state = past.pop() ?? state;
      isTyping = false;
    },
  };
}

export type TableSteps = ReturnType<typeof createTableSteps>;

export function isEmptyRow(row: readonly string[] | undefined): boolean {
  return (row ?? []).every((cell) => cell.trim() === '');
}

/** Leaves out the empty rows at the end that an author has gone through with Tab. */
export function dropEmptyRows({ aligns, rows }: Grid): Grid {
  const end = rows.findLastIndex((row) => !isEmptyRow(row));
  return { aligns, rows: rows.slice(0, Math.max(1, end + 1)) };
}
