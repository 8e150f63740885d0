import type { Block, Cell, Inline } from './content-blocks.ts';

/**
 * Blocks as plain lines for reading and searching: a list item or a table's row is one line, code keeps its
 * own lines. Headings come out as lines as well.
 */
export function toLines(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return toPlainText(block.inlines).split('\n');
      case 'code':
        return block.value.split('\n').filter((line) => line.trim() !== '');
      case 'quote':
        return toLines(block.blocks);
      case 'list':
        return block.items.flatMap((item, index) => {
          const sign = block.start === null ? '-' : `${block.start + index}.`;
          const [first = '', ...rest] = toLines(item.blocks);
          return first === '' ? rest : [`${sign} ${first}`, ...rest.map((line) => `  ${line}`)];
        });
      case 'table':
        return [block.header, ...block.rows].map(toRow).filter((line) => line !== '');
      case 'rule':
        return [];
    }
  });
}

/** What is read aloud: images by their alternative text, breaks as line feeds, addresses left out. */
export function toPlainText(inlines: Inline[]): string {
  let text = '';
  for (const inline of inlines) {
    if (inline.kind === 'text' || inline.kind === 'code') text += inline.value;
    if (inline.kind === 'image') text += inline.alt && ` ${inline.alt} `;
    if (inline.kind === 'break') text += '\n';
  }
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

function toRow(cells: Cell[]): string {
  const texts = cells.map((cell) => toLines(cell).join(' '));
  return texts.some((text) => text !== '') ? texts.join(' | ').trim() : '';
}
