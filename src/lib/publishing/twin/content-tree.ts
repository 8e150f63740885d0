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

/** Returns the first matching descendant in document order. */
export function findElement(parent: ParentNode, matches: (element: Element) => boolean): Element | null {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    if (matches(child)) return child;
    const found = findElement(child, matches);
    if (found) return found;
  }
  return null;
}

const invisible = /[\u0000-\u0008\u000B\u000E-\u001F\u007F\u00AD\u200B\u2060\uFEFF]/g;

/** Collapses and trims white space, and removes invisible characters. */
export function toOneLine(text: string): string {
  return stripInvisible(text).replace(/\s+/g, ' ').trim();
}

/**
 * Removes invisible characters, which break searching and copying: soft hyphens, zero-width spaces, byte order marks
 * and control characters. Keeps joiners, which scripts and emoji need.
 */
export function stripInvisible(text: string): string {
  return text.replace(invisible, '');
}
