import type { Block } from './content-blocks.ts';
import { attribute, findElement, hasClass, type Element } from './content-tree.ts';

/** The part of a callout that names it, by attribute or class. */
export function isCalloutTitle(element: Element): boolean {
  return attribute(element, 'data-callout-title') !== undefined || hasClass(element, 'callout-title');
}

/** A quote that starts with the callout's title in bold, or with its kind where it has no title. */
export function calloutOf(element: Element, kind: string, blocks: Block[]): Block[] {
  if (blocks.length === 0) return [];
  const isNamed = kind === '' || findElement(element, isCalloutTitle) !== null;
  if (isNamed) return [{ type: 'blockquote', children: blocks }];
  const value = kind.charAt(0).toUpperCase() + kind.slice(1);
  const title: Block = {
    type: 'paragraph',
    children: [{ type: 'strong', children: [{ type: 'text', value }] }],
  };
  return [{ type: 'blockquote', children: [title, ...blocks] }];
}
