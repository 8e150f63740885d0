import { parseText } from '#lib/importing/html-tree.ts';
import { convertPasted, writePlain } from '#lib/importing/pasted/convert-pasted.ts';
import { readBlocks } from '#lib/publishing/twin/content-flow.ts';
import { isEmptyRow } from './table-state.ts';
import { findTable, toLine } from './table-text.ts';

type Cells = readonly (readonly string[])[];

type Clipboard = { html: string; plain: string };

/** The cells of a clipboard, as Markdown. Text without a table is one cell, if it has its formatting. */
export function readPastedCells({ html, plain }: Clipboard, origins: readonly string[]): Cells {
  const markdown = html === '' ? undefined : convert(html, origins);
  const cells = (markdown && readTable(markdown.text)) ?? readTable(plain.trim());
  if (cells) return cells;
  if (markdown?.isInline) return [[markdown.text]];
  if (html === '') return readTabs(plain);
  const words = plain.includes('\t') ? readTabs(plain) : [[plain.trim()]];
  return words.map((row) => row.map((cell) => toLine(writePlain(cell))));
}

function convert(html: string, origins: readonly string[]) {
  try {
    return convertPasted(parseText(html), { readBlocks, headingLevel: 2, firstNote: 1, origins });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The cells of a text that is a table and nothing else. */
function readTable(text: string): Cells | undefined {
  const table = findTable(text, 0);
  if (!table || table.from !== 0 || table.to !== text.length) return undefined;
  // The header of a table that has none is empty.
  const isHeaderless = table.rows.length > 1 && isEmptyRow(table.rows[0]);
  return isHeaderless ? table.rows.slice(1) : table.rows;
}

/** Reads text with tabs between its cells. Spreadsheets put quotes around cells with line ends. */
function readTabs(text: string): Cells {
  const rows: string[][] = [[]];
  const cells = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  for (const [, cell = '', end] of cells.matchAll(/("(?:[^"]|"")*"|[^\t\n]*)(\t|\n|$)/g)) {
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"');
    rows.at(-1)?.push(toLine(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows;
}
