import type { PhrasingContent } from 'mdast';
import type { Block } from './content-blocks.ts';

/** A cell's blocks as one line of phrasing; paragraphs, items and lines of code are separated by breaks. */
export function flattenCell(blocks: Block[]): PhrasingContent[] {
  return join(linesOf(blocks), { type: 'break' });
}

function linesOf(blocks: Block[]): PhrasingContent[][] {
  return blocks.flatMap((block): PhrasingContent[][] => {
    switch (block.type) {
      case 'paragraph':
        return [block.children];
      case 'heading':
        return [inStrong(block.children)];
      case 'code':
        return codeLines(block.value).map((value) => [{ type: 'inlineCode', value }]);
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

function inStrong(children: PhrasingContent[]): PhrasingContent[] {
  return children.some((child) => child.type === 'strong') ? children : [{ type: 'strong', children }];
}

function codeLines(value: string): string[] {
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function join(lines: PhrasingContent[][], separator: PhrasingContent): PhrasingContent[] {
  return lines.flatMap((line, index) => (index === 0 ? line : [separator, ...line]));
}
