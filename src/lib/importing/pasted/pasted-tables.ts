import { textOf } from '#lib/content/tree-text.ts';
import {
  createElement,
  isHtmlElement,
  listElements,
  replaceChildren,
  type HtmlElement,
  type HtmlNode,
} from '#lib/importing/html-tree.ts';

/** Gives tables a header, and leaves out those that only arrange a text. */
export function tidyTables(root: HtmlElement): void {
  for (const table of listElements(root).filter(({ tagName }) => tagName === 'table')) {
    const cells = listCells(table);
    if (cells.length === 1 || hasTable(table)) openTable(table, cells);
    else setHeader(table);
  }
}

/** The cells of a table, and its caption, without those of the tables in it. */
function listCells(parent: HtmlElement): HtmlElement[] {
  return parent.childNodes.filter(isHtmlElement).flatMap((child) => {
    if (/^(?:td|th|caption)$/.test(child.tagName)) return [child];
    return child.tagName === 'table' ? [] : listCells(child);
  });
}

function hasTable(table: HtmlElement): boolean {
  return listElements(table).some(({ tagName }) => tagName === 'table');
}

/** Replaces a table by what is in its cells: a frame around a text, one cell of a spreadsheet, or the layout of a newsletter. */
function openTable(table: HtmlElement, cells: readonly HtmlElement[]): void {
  const { parentNode } = table;
  if (!parentNode) return;
  const opened = cells.map(({ childNodes }) => createElement('div', {}, childNodes));
  replaceChildren(
    parentNode,
    parentNode.childNodes.flatMap((child) => (child === table ? opened : [child])),
  );
}

/** Tables of documents have no header cells: the first row becomes the header. Empty rows are left out. */
function setHeader(table: HtmlElement): void {
  const rows = listElements(table).filter(({ tagName }) => tagName === 'tr');
  for (const row of rows) {
    if (textOf(row).trim() === '' && !listElements(row).some(({ tagName }) => tagName === 'img'))
      replaceChildren(row, []);
  }
  const filled = rows.filter(({ childNodes }) => childNodes.length > 0);
  const [first, second] = filled;
  if (!first || !second || listElements(table).some(({ tagName }) => tagName === 'thead')) return;
  for (const cell of first.childNodes) {
    if (!isHtmlElement(cell)) continue;
    cell.tagName = 'th';
    replaceChildren(cell, withoutBold(cell.childNodes));
  }
}

/** Headings and headers are bold anyway. */
export function withoutBold(children: readonly HtmlNode[]): HtmlNode[] {
  return children.flatMap((child): HtmlNode[] => {
    if (!isHtmlElement(child)) return [child];
    const inner = withoutBold(child.childNodes);
    if (child.tagName === 'b' || child.tagName === 'strong') return inner;
    replaceChildren(child, inner);
    return [child];
  });
}
