import type { PhrasingContent, TableRow } from 'mdast';
import type { Block } from './content-blocks.ts';

/** Converts blocks to plain text: one line for each paragraph, heading, list item, table row and line of code. */
export function toLines(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        return toPlainText(block.children).split('\n');
      case 'code':
        return block.value.split('\n').filter((line) => line.trim() !== '');
      case 'blockquote':
        return toLines(block.children);
      case 'list':
        return block.children.flatMap((item, index) => {
          const marker = block.ordered ? `${(block.start ?? 1) + index}.` : '-';
          const [first = '', ...rest] = toLines(item.children);
          return first === '' ? rest : [`${marker} ${first}`, ...rest.map((line) => `  ${line}`)];
        });
      case 'table':
        return block.children.map(toRow).filter((line) => line !== '');
      default:
        return [];
    }
  });
}

/** Images become their alternative text, breaks line feeds, links their labels. */
export function toPlainText(nodes: PhrasingContent[]): string {
  return nodes
    .map(plainText)
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

function plainText(node: PhrasingContent): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'image') return node.alt ? ` ${node.alt} ` : '';
  if (node.type === 'break') return '\n';
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

function toRow({ children }: TableRow): string {
  const texts = children.map((cell) => toPlainText(cell.children).replaceAll('\n', ' '));
  return texts.some((text) => text !== '') ? texts.join(' | ').trim() : '';
}
