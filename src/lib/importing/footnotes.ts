import type { FootnoteDefinition, Nodes, RootContent } from 'mdast';
import { textOf } from '#lib/content/tree-text.ts';
import {
  createElement,
  createText,
  listElements,
  readAttribute,
  removeElement,
  replaceChildren,
  setAttribute,
  type HtmlElement,
} from './html-tree.ts';
import { replaceNodes } from './text-blocks.ts';

/** The footnotes of a text: their numbers and contents. */
type Footnote = { number: string; content: HtmlElement };

const marked = '#import-footnote-';

/**
 * Takes the list of footnotes out of a text, and marks the links to them. A list of footnotes is in an element with
 * `data-footnotes`, as GitHub's Markdown writes it.
 * @param first the number of the first one
 */
export function takeFootnotes(root: HtmlElement, first = 1): Footnote[] {
  const sections = listElements(root).filter(
    (element) => readAttribute(element, 'data-footnotes') !== undefined,
  );
  const items = sections.flatMap((section) =>
    listElements(section).filter(
      ({ tagName, attrs }) => tagName === 'li' && attrs.some(({ name }) => name === 'id'),
    ),
  );
  const numbers = new Map(
    items.map((item, at) => [`#${readAttribute(item, 'id') ?? ''}`, String(at + first)]),
  );
  for (const section of sections) removeElement(section);
  for (const element of listElements(root)) {
    const number = element.tagName === 'a' ? numbers.get(readAttribute(element, 'href') ?? '') : undefined;
    if (number === undefined) continue;
    setAttribute(element, 'href', marked + number);
    replaceChildren(element, [createText(number)]);
    // The link is raised anyway.
    const { parentNode } = element;
    if (parentNode && 'tagName' in parentNode && parentNode.tagName === 'sup') parentNode.tagName = 'span';
  }
  return items.map((item, at) => ({ number: String(at + first), content: withoutBackLinks(item) }));
}

/** The links back to the text consist of an arrow. */
function withoutBackLinks(item: HtmlElement): HtmlElement {
  for (const element of listElements(item)) {
    const isBack =
      readAttribute(element, 'data-footnote-backref') !== undefined ||
      (element.tagName === 'a' &&
        isArrow(element) &&
        readAttribute(element, 'href')?.startsWith('#') === true);
    if (isBack) removeElement(element);
  }
  return createElement('div', {}, [...item.childNodes]);
}

function isArrow(link: HtmlElement): boolean {
  return /^\s*[↩↑^]/.test(textOf(link));
}

/** Replaces the marked links by references to footnotes. */
export function placeReferences(node: Nodes): void {
  replaceNodes(node, (child) => {
    if (child.type !== 'link' || !child.url.startsWith(marked)) return [child];
    const identifier = child.url.slice(marked.length);
    return [{ type: 'footnoteReference', identifier, label: identifier }];
  });
}

export function toDefinition(identifier: string, blocks: readonly RootContent[]): FootnoteDefinition {
  return {
    type: 'footnoteDefinition',
    identifier,
    label: identifier,
    children: blocks as FootnoteDefinition['children'],
  };
}
