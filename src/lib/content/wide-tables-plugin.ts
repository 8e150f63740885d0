import { defineHastPlugin } from 'satteri';

type Node = { type: string; tagName?: string; value?: string; children?: readonly Node[] };

/** Letters in a row on the narrowest phone, with the widest spacing of letters that readers may set. */
const narrowest = 30;
/** What the space behind a column takes of them. */
const gap = 2;
/** What a component writes is not known yet; a date may stay in one line. */
const longestOfComponent = 'September';

/**
 * Puts each table that may be too wide for a phone into a box of its own, which scrolls, takes the focus so
 * that keyboards can scroll it, and is named after the table's columns.
 */
export function wideTables() {
  return defineHastPlugin({
    name: 'wide-tables',
    element: {
      filter: ['table'],
      visit(node, context) {
        const rows = rowsOf(node);
        if (widthOf(rows) <= narrowest) return;
        const label = (rows[0] ?? []).filter((text) => text !== '' && text !== longestOfComponent).join(', ');
        context.wrapNode(node, {
          type: 'element',
          tagName: 'div',
          properties: { className: ['table-scroll'], role: 'group', ariaLabel: label, tabIndex: 0 },
          children: [],
        });
      },
    },
  });
}

/** Letters that the table can't be narrower than: its columns' longest words. */
function widthOf(rows: readonly (readonly string[])[]): number {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(0, ...rows.flatMap((row) => (row[at] ?? '').split(/\s+/)).map((word) => word.length)),
  );
  return widths.reduce((sum, width) => sum + width, 0) + gap * columns;
}

function rowsOf(node: Node): string[][] {
  if (node.tagName === 'tr') {
    return [(node.children ?? []).filter(({ type }) => type === 'element').map(textOf)];
  }
  return (node.children ?? []).flatMap(rowsOf);
}

function textOf(node: Node): string {
  if (node.type.startsWith('mdxJsx')) return longestOfComponent;
  return (node.value ?? (node.children ?? []).map(textOf).join('')).trim();
}
