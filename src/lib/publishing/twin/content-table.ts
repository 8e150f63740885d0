import type { AlignType, PhrasingContent, Table, TableRow } from 'mdast';
import type { Block } from './content-blocks.ts';
import { attribute, findElement, isElement, toOneLine, type Element } from './content-tree.ts';
import { textOf } from '#lib/content/tree-text.ts';

type Cell = PhrasingContent[];
type Row = { cells: Element[]; isHeader: boolean };

/** False for layout tables and nested tables, which Markdown cannot represent: their cells become blocks. */
export function isPlainTable(table: Element): boolean {
  const role = attribute(table, 'role');
  if (role === 'presentation' || role === 'none') return false;
  return findElement(table, (element) => element.tagName === 'table') === null;
}

export function cellsOf(table: Element): Element[] {
  return rowsOf(table, false).flatMap((row) => row.cells);
}

/**
 * Returns the table on a full grid, or null if it has no cells. Its header is the first row if that is in `<thead>` or
 * has only `<th>`, except for an empty corner, else an empty row, since a Markdown table must have a header.
 */
export function readTable(table: Element, readCellBlocks: (cell: Element) => Block[]): Table | null {
  const rows = rowsOf(table, false).filter((row) => row.cells.length > 0);
  const first = rows[0];
  if (!first) return null;
  const align: AlignType[] = [];
  const grid = fillGrid(rows, (cell) => flattenCell(readCellBlocks(cell)), align);
  const width = Math.max(...grid.map((row) => row.length));
  const full = grid.map((row) => fill(row, width));
  const header = first.isHeader ? (full.shift() ?? []) : fill([], width);
  return {
    type: 'table',
    align: Array.from({ length: width }, (_, column) => align[column] ?? null),
    children: [header, ...full].map(toRow),
  };
}

function toRow(cells: Cell[]): TableRow {
  return { type: 'tableRow', children: cells.map((children) => ({ type: 'tableCell', children })) };
}

function rowsOf(parent: Element, isHead: boolean): Row[] {
  const children = parent.childNodes.filter(isElement).toSorted((a, b) => rankOf(a) - rankOf(b));
  return children.flatMap((child) => {
    if (child.tagName !== 'tr') return rowsOf(child, child.tagName === 'thead');
    const cells = child.childNodes.filter(isElement).filter(isCell);
    return [{ cells, isHeader: isHead || isHeadRow(cells) }];
  });
}

/** Browsers show the head first and the foot last, in whatever order they are written. */
function rankOf({ tagName }: Element): number {
  return ['thead', '', 'tfoot'].indexOf(/^t(?:head|foot)$/.test(tagName) ? tagName : '');
}

/** The cell above the headers of rows may be an empty `<td>`. */
function isHeadRow([corner, ...others]: Element[]): boolean {
  if (!corner || others.some(({ tagName }) => tagName !== 'th')) return false;
  return corner.tagName === 'th' || (others.length > 0 && toOneLine(textOf(corner)) === '');
}

function fillGrid(rows: Row[], readCell: (cell: Element) => Cell, align: AlignType[]): Cell[][] {
  const grid: (Cell | undefined)[][] = rows.map(() => []);
  for (const [index, row] of rows.entries()) {
    const line = grid[index] ?? [];
    let column = 0;
    for (const cell of row.cells) {
      while (line[column]) column += 1;
      align[column] ??= alignOf(cell);
      const down = span(cell, 'rowspan', rows.length - index);
      const across = span(cell, 'colspan', 100);
      for (const covered of grid.slice(index, index + down)) {
        for (let step = 0; step < across; step += 1) covered[column + step] ??= [];
      }
      line[column] = readCell(cell);
      column += across;
    }
  }
  return grid.map((line) => Array.from(line, (cell) => cell ?? []));
}

function fill(row: Cell[], width: number): Cell[] {
  return Array.from({ length: width }, (_, column) => row[column] ?? []);
}

/** `rowspan="0"` means all further rows. */
function span(cell: Element, name: 'rowspan' | 'colspan', max: number): number {
  const value = Number.parseInt(attribute(cell, name) ?? '1', 10);
  if (value === 0 && name === 'rowspan') return max;
  return value >= 1 ? Math.min(value, max) : 1;
}

function alignOf(cell: Element): AlignType {
  const style = /text-align:\s*(\w+)/.exec(attribute(cell, 'style') ?? '')?.[1];
  const value = style ?? attribute(cell, 'align');
  return value === 'left' || value === 'center' || value === 'right' ? value : null;
}

function isCell(element: Element): boolean {
  return element.tagName === 'td' || element.tagName === 'th';
}

/** Joins paragraphs, items and lines of code with breaks. */
function flattenCell(blocks: Block[]): PhrasingContent[] {
  return linesOf(blocks).flatMap((line, index) => (index === 0 ? line : [{ type: 'break' }, ...line]));
}

function linesOf(blocks: Block[]): PhrasingContent[][] {
  return blocks.flatMap((block): PhrasingContent[][] => {
    switch (block.type) {
      case 'paragraph':
        return [block.children];
      case 'heading':
        // Cells can't contain headings. Nested strong text would not parse back.
        if (block.children.some((child) => child.type === 'strong')) return [block.children];
        return [[{ type: 'strong', children: block.children }]];
      case 'code':
        return block.value
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => [{ type: 'inlineCode', value: line.trim() }]);
      case 'blockquote':
        return linesOf(block.children);
      case 'list':
        return block.children.flatMap((item, index) => {
          const marker = block.ordered ? `${(block.start ?? 1) + index}.` : '-';
          const [first, ...rest] = linesOf(item.children);
          return first ? [[{ type: 'text', value: `${marker} ` }, ...first], ...rest] : [];
        });
      default:
        return [];
    }
  });
}
