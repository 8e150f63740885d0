import { findTableLines, splitRow, type TextLine } from './table-lines.ts';

type Align = 'left' | 'center' | 'right' | null;

/** The cells of a table, as Markdown. The first row is the header. */
export type Grid = { aligns: readonly Align[]; rows: readonly (readonly string[])[] };

export type CellPlace = { row: number; column: number };

/** A table in a text. Positions are offsets in the text. */
export type TextTable = Grid & {
  from: number;
  to: number;
  /** Its lines without the spaces around them: the header, the delimiter row and the rows. */
  lines: readonly string[];
  /** What is between its lines: spaces, line ends, and the marks of quotes. */
  breaks: readonly string[];
  /** The cell at the position. */
  place: CellPlace;
};

/** The table at a position. Rows with fewer cells than the widest are filled up with empty ones. */
export function findTable(text: string, position: number): TextTable | undefined {
  const found = findTableLines(text, position);
  const [header, delimiters, ...others] = found ?? [];
  const last = found?.at(-1);
  if (!found || !header || !delimiters || !last) return undefined;
  // A text field would turn a single \r into \n.
  if (/\r(?!\n)/.test(text.slice(header.from, last.to))) return undefined;
  const cells = [header, ...others].map(({ content }) => splitRow(content));
  const width = widest(cells);
  return {
    from: header.from,
    to: last.to,
    lines: found.map(({ content }) => content),
    breaks: found.slice(1).map(({ from }, index) => text.slice(found[index]?.to, from)),
    aligns: widen(splitRow(delimiters.content).map(readAlign), { width, filler: null }),
    rows: cells.map((row) => widen(row, { width, filler: '' })),
    place: placeOf(found, position),
  };
}

/** The number of cells of the longest row. */
export function widest(rows: readonly (readonly string[])[]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0);
}

function widen<Value>(
  values: readonly Value[],
  { width, filler }: { width: number; filler: Value },
): Value[] {
  return Array.from({ length: width }, (_, index) => values[index] ?? filler);
}

function readAlign(cell: string): Align {
  if (cell.startsWith(':')) return cell.endsWith(':') ? 'center' : 'left';
  return cell.endsWith(':') ? 'right' : null;
}

function placeOf(lines: readonly TextLine[], position: number): CellPlace {
  const index = lines.findLastIndex(({ from }) => from <= position);
  const { from = 0, content = '' } = lines[Math.max(index, 0)] ?? {};
  const before = content.slice(0, Math.max(0, position - from));
  const isClosed = position - from >= content.length && content.endsWith('|');
  const column = splitRow(`${before}x`).length - (isClosed ? 2 : 1);
  return { row: Math.max(0, index - 1), column: Math.max(0, column) };
}

/**
 * Writes a table with other cells. Rows with the same cells stay as they were written.
 * @returns undefined if no cell and no alignment differs
 */
export function changeTable(table: TextTable, grid: Grid): string | undefined {
  const rows = grid.rows.map((row) => row.map(escapeCell));
  if (isSame(rows, table.rows) && isSame(grid.aligns, table.aligns)) return undefined;
  const [header = '', delimiters = '', ...others] = table.lines;
  const isKept = (line: string) => splitRow(line).length === grid.aligns.length;
  const [first = [], ...below] = rows;
  const written = new Map(others.map((line, index) => [JSON.stringify(table.rows[index + 1]), line]));
  const lines = [
    isSame(first, table.rows[0]) && isKept(header) ? header : writeRow(first),
    isSame(grid.aligns, table.aligns) && isKept(delimiters)
      ? delimiters
      : writeRow(grid.aligns.map(writeAlign)),
    ...below.map((row, index) => {
      const old = isSame(row, table.rows[index + 1]) ? others[index] : written.get(JSON.stringify(row));
      return old ?? writeRow(row);
    }),
  ];
  const added = (table.breaks[0] ?? '\n').replace(/^[ \t]+/, '');
  return lines.reduce((text, line, index) => text + (table.breaks[index - 1] ?? added) + line);
}

/** Writes a table that is not in a text yet. */
export function writeTable({ aligns, rows }: Grid): string {
  const [header = [], ...others] = rows.map((row) => row.map(escapeCell));
  return [header, aligns.map(writeAlign), ...others].map(writeRow).join('\n');
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function writeRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function writeAlign(align: Align): string {
  const start = align === 'left' || align === 'center' ? ':' : '';
  return `${start}---${align === 'right' || align === 'center' ? ':' : ''}`;
}

/** Escapes what would end a cell or a row. */
export function escapeCell(text: string): string {
  const line = toLine(text).trim();
  return line.replaceAll(/\\.|\|/gsu, (found) => (found === '|' ? String.raw`\|` : found));
}

export function toLine(text: string): string {
  return text.replaceAll(/[ \t]*[\r\n]+[ \t]*/g, ' ');
}
