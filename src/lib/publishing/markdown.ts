import type { Block, Heading, List, ListItem, Table } from './content-blocks.ts';
import type { PageContent } from './content.ts';
import { writeCell } from './markdown-cell.ts';
import { writeInlines, type Resolve } from './markdown-inline.ts';

export type Location = {
  /** The site's public origin: `https://larkmoor.example`. */
  origin: string;
  /** The page's path, against which its relative links are read. */
  path: string;
};

/**
 * The content as GitHub Flavoured Markdown, with every address absolute and no line for what has none.
 * Tables always have a header row; the cells that a span covers are empty, and what a cell holds besides
 * text (lists, code, headings) is flattened to lines. A table inside a table dissolves the outer one.
 */
export function toMarkdown(content: PageContent, { origin, path }: Location): string {
  const base = new URL(path, origin);
  const markdown = writeBlocks(content.blocks, (address) => resolveAddress(address, base));
  return markdown === '' ? '' : `${markdown}\n`;
}

function resolveAddress(address: string, base: URL): string {
  return URL.parse(address, base)?.href ?? address;
}

function writeBlocks(blocks: Block[], resolve: Resolve, { separator = '\n\n', after = '' } = {}): string {
  let marker = after;
  let result = '';
  for (const [index, block] of blocks.entries()) {
    marker = block.kind === 'list' ? nextMarker(block, marker) : '';
    result += (index === 0 ? '' : separator) + writeBlock(block, resolve, marker);
  }
  return result;
}

/** Lists that follow each other, or start each other, would run together under one sign. */
function nextMarker(list: List, before: string): string {
  if (list.start !== null) return before === '.' ? ')' : '.';
  return before === '-' ? '+' : '-';
}

function writeBlock(block: Block, resolve: Resolve, marker: string): string {
  switch (block.kind) {
    case 'paragraph':
      return writeInlines(block.inlines, 'paragraph', resolve);
    case 'heading':
      return writeHeading(block, resolve);
    case 'code':
      return writeCodeBlock(block.value, block.language);
    case 'quote':
      return writeBlocks(block.blocks, resolve)
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>');
    case 'list':
      return writeList(block, resolve, marker);
    case 'table':
      return writeTable(block, resolve);
    case 'rule':
      return '***';
  }
}

/** A `#` at the end would be read as the heading's closing sign. */
function writeHeading({ depth, inlines }: Heading, resolve: Resolve): string {
  const text = writeInlines(inlines, 'heading', resolve);
  return `${'#'.repeat(depth)} ${text.replace(/#$/, '\\#')}`;
}

function writeCodeBlock(value: string, language: string): string {
  const longest = Math.max(2, ...(value.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${value}\n${fence}`;
}

function writeList(list: List, resolve: Resolve, marker: string): string {
  const isTight = list.items.every(isTightItem);
  return list.items
    .map((item, index) => {
      const number = Math.min((list.start ?? 0) + index, 999_999_999);
      const sign = list.start === null ? `${marker} ` : `${number}${marker} `;
      const body = writeBlocks(item.blocks, resolve, { separator: isTight ? '\n' : '\n\n', after: marker });
      return (sign + boxOf(item) + indent(body, sign.length)).trimEnd();
    })
    .join(isTight ? '\n' : '\n\n');
}

/** A box makes a task only before text. */
function boxOf({ checked, blocks }: ListItem): string {
  if (checked === null || blocks[0]?.kind !== 'paragraph') return '';
  return checked ? '[x] ' : '[ ] ';
}

/** Without blank lines: text in no `<p>`, then lists that may follow a paragraph directly (CommonMark 5.3). */
function isTightItem({ blocks }: ListItem): boolean {
  return blocks.every((block, index) => {
    if (block.kind === 'paragraph') return index === 0 && block.bare;
    if (block.kind !== 'list' || blocks[index - 1]?.kind === 'list') return false;
    const [first] = block.items;
    return (block.start ?? 1) === 1 && first?.blocks[0]?.kind === 'paragraph';
  });
}

function indent(text: string, width: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`);
}

const RULES = { left: ':--', center: ':-:', right: '--:' } as const;

function writeTable({ align, header, rows }: Table, resolve: Resolve): string {
  const rules = align.map((side) => (side ? RULES[side] : '---'));
  const lines = [header, ...rows].map((row) => writeRow(row.map((cell) => writeCell(cell, resolve))));
  return [lines[0], writeRow(rules), ...lines.slice(1)].join('\n');
}

function writeRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
