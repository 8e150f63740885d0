import type { Block } from './content-blocks.ts';
import { attribute, type Element } from './content-tree.ts';

/** A heading is one line: what stood in it as several is joined. What is no text follows it. */
export function headingOf(element: Element, blocks: Block[]): Block[] {
  const lines = blocks.filter((block) => block.kind === 'paragraph').map((block) => block.inlines);
  const others = blocks.filter((block) => block.kind !== 'paragraph');
  const inlines = lines.flatMap((line, index) => {
    return index === 0 ? line : [{ kind: 'text' as const, value: ' ' }, ...line];
  });
  if (inlines.length === 0) return others;
  return [
    { kind: 'heading', depth: Number(element.tagName.slice(1)), id: anchorOf(element), inlines },
    ...others,
  ];
}

/** The heading's own id, or that of the section it heads. */
function anchorOf(heading: Element): string | null {
  const parent = heading.parentNode;
  const section = parent && 'tagName' in parent && parent.tagName === 'section' ? parent : null;
  return attribute(heading, 'id') ?? (section && attribute(section, 'id')) ?? null;
}
