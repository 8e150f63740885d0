import { defaultTreeAdapter, html, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;

export function isHtmlElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

export function isHtmlText(node: HtmlNode): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}

export function isHtmlComment(node: HtmlNode): node is DefaultTreeAdapterTypes.CommentNode {
  return node.nodeName === '#comment';
}

export function readAttribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value;
}

export function setAttribute(element: HtmlElement, name: string, value: string | undefined): void {
  element.attrs = element.attrs.filter((each) => each.name !== name);
  if (value !== undefined) element.attrs.push({ name, value });
}

export function createElement(
  tagName: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly HtmlNode[] = [],
): HtmlElement {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const element = defaultTreeAdapter.createElement(tagName, html.NS.HTML, attrs);
  for (const child of children) defaultTreeAdapter.appendChild(element, child);
  return element;
}

export function createText(value: string): HtmlNode {
  return defaultTreeAdapter.createTextNode(value);
}

/** A code block in place of something that is shown as its source. */
export function createFence(source: string, language: string): HtmlElement {
  return createElement('pre', { 'data-language': language }, [createText(source)]);
}

export function replaceChildren(parent: HtmlParent, children: readonly HtmlNode[]): void {
  parent.childNodes = [];
  for (const child of children) defaultTreeAdapter.appendChild(parent, child);
}

export function removeElement(element: HtmlElement): void {
  const { parentNode } = element;
  if (parentNode) parentNode.childNodes = parentNode.childNodes.filter((child) => child !== element);
}

/** Parses the HTML of a text, as browsers do: with unclosed and misplaced tags. */
export function parseText(source: string): HtmlElement {
  const root = createElement('div', {});
  replaceChildren(root, parseFragment(source).childNodes);
  return root;
}

/** All elements below, in document order. */
export function listElements(parent: HtmlParent): HtmlElement[] {
  return parent.childNodes.filter(isHtmlElement).flatMap((child) => [child, ...listElements(child)]);
}
