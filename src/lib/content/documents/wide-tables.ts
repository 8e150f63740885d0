type Node = { type: string; tagName?: string; value?: string; children?: readonly Node[] };

/** Characters per line on the narrowest phone, with the widest letter spacing that readers may set. */
const maxWidth = 30;
/** Width of the space between two columns, in characters. */
const gap = 2;
/** Placeholder for the output of a component, which is rendered later. */
const longestOfComponent = 'September';

/**
 * Returns a label for a table that may be too wide for a phone: the names of its columns. Returns undefined for a table
 * that fits. Wide tables get a scrollable box with this label, which keyboard users can focus.
 */
export function nameOfWideTable(table: Node): string | undefined {
  const rows = rowsOf(table);
  if (widthOf(rows) <= maxWidth) return undefined;
  return (rows[0] ?? []).filter((text) => text !== '' && text !== longestOfComponent).join(', ');
}

/** The minimum width in characters: the longest word of each column. */
function widthOf(rows: readonly (readonly string[])[]): number {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(0, ...rows.flatMap((row) => (row[at] ?? '').split(/\s+/)).map((word) => word.length)),
  );
  return widths.reduce((sum, width) => sum + width, 0) + gap * columns;
}

function rowsOf(node: Node): string[][] {
  if (node.tagName === 'tr') {
    return [(node.children ?? []).filter(({ type }) => type === 'element').map(cellText)];
  }
  return (node.children ?? []).flatMap(rowsOf);
}

function cellText(node: Node): string {
  if (node.type.startsWith('mdxJsx')) return longestOfComponent;
  return (node.value ?? (node.children ?? []).map(cellText).join('')).trim();
}
