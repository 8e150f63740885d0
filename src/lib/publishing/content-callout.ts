import type { Block, Inline, Span } from './content-blocks.ts';
import { attribute, findElement, hasClass, type Element } from './content-tree.ts';

/** The part of a callout that names it, by attribute or class. */
export function isCalloutTitle(element: Element): boolean {
  return attribute(element, 'data-callout-title') !== undefined || hasClass(element, 'callout-title');
}

/**
 * A quote that starts with the callout's title in bold. Readers know a callout without one by its colour;
 * here its kind stands for it.
 */
export function calloutOf(element: Element, kind: string, blocks: Block[]): Block[] {
  if (blocks.length === 0) return [];
  const isNamed = kind === '' || findElement(element, isCalloutTitle) !== null;
  if (isNamed) return [{ kind: 'quote', blocks }];
  const title = strongLine(kind.charAt(0).toUpperCase() + kind.slice(1));
  return [{ kind: 'quote', blocks: [title, ...blocks] }];
}

function strongLine(value: string): Block {
  const span: Span = { kind: 'strong' };
  const inlines: Inline[] = [
    { kind: 'open', span },
    { kind: 'text', value },
    { kind: 'close', span },
  ];
  return { kind: 'paragraph', bare: false, inlines };
}
