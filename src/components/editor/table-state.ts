import { addColumn, addRow, changeCell, moveColumn, moveRow, removeColumn, removeRow } from './table-grid.ts';
import type { CellPlace, Grid } from './table-text.ts';

/** A table that is edited, and the cell where the author is. */
export type TableState = {
  grid: Grid;
  place: CellPlace;
  /** Whether Tab or Enter has added the last row, which is left out as long as it is empty. */
  hasOfferedRow?: boolean;
};

type Change = (grid: Grid, place: CellPlace) => TableState;

const axes = {
  row: { add: addRow, move: moveRow, remove: removeRow },
  column: { add: addColumn, move: moveColumn, remove: removeColumn },
};

const countOf = ({ aligns, rows }: Grid) => ({ row: rows.length, column: aligns.length });

function changesOf(axis: keyof CellPlace) {
  const { add, move, remove } = axes[axis];
  const to = (place: CellPlace, at: number): CellPlace => ({ ...place, [axis]: at });
  return {
    addAfter:
      (step: number): Change =>
      (grid, place) => ({ grid: add(grid, place[axis] + step), place: to(place, place[axis] + step) }),
    moveBy:
      (step: number): Change =>
      (grid, place) => ({
        grid: move(grid, place[axis], place[axis] + step),
        place: to(place, place[axis] + step),
      }),
    remove: (grid: Grid, place: CellPlace): TableState => ({
      grid: remove(grid, place[axis]),
      place: to(place, Math.min(place[axis], countOf(grid)[axis] - 2)),
    }),
  };
}

const [rows, columns] = [changesOf('row'), changesOf('column')];

/** What the buttons for rows and columns do. */
const changes = {
  'row-above': rows.addAfter(0),
  'row-below': rows.addAfter(1),
  'row-up': rows.moveBy(-1),
  'row-down': rows.moveBy(1),
  'row-remove': rows.remove,
  'column-before': columns.addAfter(0),
  'column-after': columns.addAfter(1),
  'column-left': columns.moveBy(-1),
  'column-right': columns.moveBy(1),
  'column-remove': columns.remove,
} satisfies Record<string, Change>;

export type TableAction = keyof typeof changes;

/** @returns undefined if the table would lose its last row or column, or a row or column would leave the table */
export function changeTableState(state: TableState, action: TableAction): TableState | undefined {
  const { grid, place } = changes[action](state.grid, state.place);
  const count = countOf(grid);
  const isInside = (axis: keyof CellPlace) => place[axis] >= 0 && place[axis] < count[axis];
  return isInside('row') && isInside('column') ? { ...state, grid, place } : undefined;
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
    isChanged: () => JSON.stringify(withoutOfferedRow(state)) !== JSON.stringify(withoutOfferedRow(first)),
    canUndo: () => past.length > 0,
    move(place: CellPlace): void {
      if (place.row === state.place.row && place.column === state.place.column) return;
      state = { ...state, place };
      isTyping = false;
    },
    change,
    type(text: string): void {
      const next = { ...state, grid: changeCell(state.grid, state.place, text) };
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

export function isEmptyRow(row: readonly string[] | undefined): boolean {
  return (row ?? []).every((cell) => cell.trim() === '');
}

/** The table without the empty row at its end that an author has gone through with Tab or Enter. */
export function withoutOfferedRow({ grid: { aligns, rows: all }, hasOfferedRow }: TableState): Grid {
  return { aligns, rows: hasOfferedRow && isEmptyRow(all.at(-1)) ? all.slice(0, -1) : all };
}
