import { addRow } from './table-grid.ts';
import { isEmptyRow, type TableState } from './table-state.ts';
import type { CellPlace } from './table-text.ts';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

/**
 * The state after Tab, Enter, or one of them with Shift, in a cell. After the last row comes a new one, unless the last is
 * empty.
 * @returns undefined if the key has its usual effect, such as leaving the table
 */
export function goOn(state: TableState, { key, shiftKey }: Key): TableState | undefined {
  const { grid, place } = state;
  const next = key === 'Tab' ? besides(place, shiftKey ? -1 : 1, grid.aligns.length) : below(place, shiftKey);
  if (next.row < 0) return undefined;
  if (next.row < grid.rows.length) return { ...state, place: next };
  return isEmptyRow(grid.rows.at(-1))
    ? undefined
    : { grid: addRow(grid, next.row), place: next, hasOfferedRow: true };
}

function besides({ row, column }: CellPlace, step: number, width: number): CellPlace {
  const number = row * width + column + step;
  return { row: Math.floor(number / width), column: (number + width) % width };
}

function below({ row, column }: CellPlace, isUp: boolean): CellPlace {
  return { row: row + (isUp ? -1 : 1), column };
}
