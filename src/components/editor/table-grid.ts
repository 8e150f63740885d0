import { widest, type CellPlace, type Grid } from './table-text.ts';

/** Changes to the cells of a table. `at` is a row or a column, counted from 0, the header included. */

export function addRow({ aligns, rows }: Grid, at: number): Grid {
  return {
    aligns,
    rows: rows.toSpliced(
      at,
      0,
      aligns.map(() => ''),
    ),
  };
}

export function removeRow({ aligns, rows }: Grid, at: number): Grid {
  return { aligns, rows: rows.toSpliced(at, 1) };
}

export function moveRow({ aligns, rows }: Grid, at: number, to: number): Grid {
  return { aligns, rows: move(rows, at, to) };
}

export function addColumn({ aligns, rows }: Grid, at: number): Grid {
  return { aligns: aligns.toSpliced(at, 0, null), rows: rows.map((row) => row.toSpliced(at, 0, '')) };
}

export function removeColumn({ aligns, rows }: Grid, at: number): Grid {
  return { aligns: aligns.toSpliced(at, 1), rows: rows.map((row) => row.toSpliced(at, 1)) };
}

export function moveColumn({ aligns, rows }: Grid, at: number, to: number): Grid {
  return { aligns: move(aligns, at, to), rows: rows.map((row) => move(row, at, to)) };
}

function move<Value>(values: readonly Value[], at: number, to: number): Value[] {
  return values.toSpliced(at, 1).toSpliced(to, 0, ...values.slice(at, at + 1));
}

export function changeCell({ aligns, rows }: Grid, { row, column }: CellPlace, text: string): Grid {
  return { aligns, rows: rows.with(row, (rows[row] ?? []).with(column, text)) };
}

type Cells = readonly (readonly string[])[];

/** The size of a table after cells were put into it from a place on. */
export function sizeOfFilled({ aligns, rows }: Grid, { row, column }: CellPlace, cells: Cells) {
  return {
    columns: Math.max(aligns.length, column + widest(cells)),
    rows: Math.max(rows.length, row + cells.length),
  };
}

/** Puts cells into a table from a place on. The table grows where it is too small. */
export function fillCells(grid: Grid, place: CellPlace, cells: Cells): Grid {
  const { columns, rows } = sizeOfFilled(grid, place, cells);
  let filled = grid;
  while (filled.aligns.length < columns) filled = addColumn(filled, filled.aligns.length);
  while (filled.rows.length < rows) filled = addRow(filled, filled.rows.length);
  for (const [down, row] of cells.entries()) {
    for (const [across, text] of row.entries()) {
      filled = changeCell(filled, { row: place.row + down, column: place.column + across }, text);
    }
  }
  return filled;
}
