import type { Block } from './content-blocks.ts';
import { attribute, type Element } from './content-tree.ts';

/** A heading is one line: its paragraphs are joined, and other blocks follow it. */
export function headingOf(element: Element, blocks: Block[]): Block[] {
  const lines = blocks.filter((block) => block.type === 'paragraph').map((block) => block.children);
  const others = blocks.filter((block) => block.type !== 'paragraph');
  const children = lines.flatMap((line, index) => {
    return index === 0 ? line : [{ type: 'text' as const, value: ' ' }, ...line];
  });
  if (children.length === 0) return others;
  const depth = Number(element.tagName.slice(1)) as 1 | 2 | 3 | 4 | 5 | 6;
  return [{ type: 'heading', depth, children, data: { id: anchorOf(element) } }, ...others];
}

/** The heading's own id, or that of the section it heads. */
function anchorOf(heading: Element): string | null {
  const parent = heading.parentNode;
  const section = parent && 'tagName' in parent && parent.tagName === 'section' ? parent : null;
  return attribute(heading, 'id') ?? (section && attribute(section, 'id')) ?? null;
}
