import { isolateHistory } from '@codemirror/commands';
import type { EditorState, Text, TransactionSpec } from '@codemirror/state';
import { emptyTable, insertBlock } from './commands.ts';
import type { TableState } from './table-state.ts';
import { changeTable, findTable, writeTable, type Grid, type TextTable } from './table-text.ts';

/** A table that is edited: the one at the cursor, or a new one. */
type OpenedTable = TableState & {
  /** The table in the text, and the text; undefined if the table is new. */
  old: { table: TextTable; doc: Text } | undefined;
};

export function openTable({ doc, selection }: EditorState): OpenedTable {
  const table = findTable(doc.toString(), selection.main.head);
  if (table) return { grid: table, place: table.place, old: { table, doc } };
  const { aligns, rows } = findTable(emptyTable, 0) ?? { aligns: [], rows: [] };
  return { grid: { aligns, rows }, place: { row: 0, column: 0 }, old: undefined };
}

/**
 * The change that puts the cells into the text, as one step of its history.
 * @returns null if there is nothing to change, undefined if the table is not in the text any more
 */
export function placeTable(
  state: EditorState,
  { old }: OpenedTable,
  grid: Grid,
): TransactionSpec | null | undefined {
  if (!old) return insertBlock(state, writeTable(grid));
  const insert = changeTable(old.table, grid);
  if (insert === undefined) return null;
  const from = findAgain(state.doc, old);
  if (from === undefined) return undefined;
  const changes = { from, to: from + old.table.to - old.table.from, insert };
  return { changes, selection: { anchor: from }, scrollIntoView: true };
}

/** Marks a change as a step of its own, which one Undo takes back. */
export const asOneStep: TransactionSpec = { userEvent: 'input', annotations: isolateHistory.of('full') };

/** Where the table starts now. Others may have changed the text, but the table has to be there as it was, and once. */
function findAgain(doc: Text, old: NonNullable<OpenedTable['old']>): number | undefined {
  const { from, to } = old.table;
  if (doc.eq(old.doc)) return from;
  const text = doc.toString();
  const source = old.doc.sliceString(from, to);
  const at = text.indexOf(source);
  if (at === -1 || text.includes(source, at + 1)) return undefined;
  const found = findTable(text, at);
  return found?.from === at && found.to === at + source.length ? at : undefined;
}
