import type { Block, Cell, Inline } from './content-blocks.ts';
import { writeInlines, type Resolve } from './markdown-inline.ts';

/** What a cell holds in one line of GFM; its blocks, items and lines of code stand apart by `<br>`. */
export function writeCell(cell: Cell, resolve: Resolve): string {
  return linesOf(cell, resolve).join('<br>');
}

function linesOf(blocks: Block[], resolve: Resolve): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
        return [writeInlines(block.inlines, 'cell', resolve)];
      case 'heading':
        return [writeInlines(inStrong(block.inlines), 'cell', resolve)];
      case 'code':
        return codeLines(block.value).map((value) =>
          writeInlines([{ kind: 'code', value }], 'cell', resolve),
        );
      case 'quote':
        return linesOf(block.blocks, resolve);
      case 'list':
        return block.items.flatMap((item, index) => {
          const sign = block.start === null ? '\\-' : `${block.start + index}.`;
          const [first, ...rest] = linesOf(item.blocks, resolve);
          return first === undefined ? [] : [`${sign} ${first}`, ...rest];
        });
      case 'table':
        return [block.header, ...block.rows].map((row) =>
          row.flatMap((inner) => linesOf(inner, resolve)).join(' '),
        );
      case 'rule':
        return [];
    }
  });
}

function inStrong(inlines: Inline[]): Inline[] {
  const span = { kind: 'strong' } as const;
  if (inlines.some((inline) => inline.kind === 'open' && inline.span.kind === 'strong')) return inlines;
  return [{ kind: 'open', span }, ...inlines, { kind: 'close', span }];
}

function codeLines(value: string): string[] {
  return value
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim());
}
