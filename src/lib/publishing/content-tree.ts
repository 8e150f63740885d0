import type { DefaultTreeAdapterTypes } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;
export type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type TextNode = DefaultTreeAdapterTypes.TextNode;

export function isElement(node: ChildNode): node is Element {
  return 'tagName' in node;
}

export function isText(node: ChildNode): node is TextNode {
  return node.nodeName === '#text';
}

export function attribute(element: Element, name: string): string | undefined {
  for (const entry of element.attrs) if (entry.name === name) return entry.value;
  return undefined;
}

export function hasClass(element: Element, name: string): boolean {
  const value = attribute(element, 'class');
  return value !== undefined && value.split(/\s+/).includes(name);
}

/** First element below `parent`, in document order, that passes. */
export function findElement(parent: ParentNode, passes: (element: Element) => boolean): Element | null {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    if (passes(child)) return child;
    const found = findElement(child, passes);
    if (found) return found;
  }
  return null;
}

/** Text as it stands in the source, white space included; a `<br>` is a line feed. */
export function textOf(node: ChildNode): string {
  if (isText(node)) return node.value;
  if (!isElement(node)) return '';
  return node.tagName === 'br' ? '\n' : node.childNodes.map(textOf).join('');
}

/** One line: white space collapsed and trimmed, invisible characters gone. */
export function lineOf(text: string): string {
  return stripInvisible(text).replace(/\s+/g, ' ').trim();
}

/**
 * Takes out what no reader sees and what breaks searching and copying: soft hyphens, zero-width spaces,
 * byte order marks and control characters. Joiners stay, since scripts and emoji need them.
 */
export function stripInvisible(text: string): string {
  return INVISIBLE.test(text) ? text.replace(EACH_INVISIBLE, '') : text;
}

const INVISIBLE = /[\u0000-\u0008\u000B\u000E-\u001F\u007F\u00AD\u200B\u2060\uFEFF]/;
const EACH_INVISIBLE = new RegExp(INVISIBLE.source, 'g');
