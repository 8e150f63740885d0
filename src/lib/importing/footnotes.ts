import type { FootnoteDefinition, Nodes, RootContent } from 'mdast';
import { textOf } from '#lib/content/tree-text.ts';
import { hasClass } from './pasted/pasted-style.ts';
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
 * `data-footnotes` or a class for them.
 * @param first the number of the first one
 */
export function takeFootnotes(root: HtmlElement, first = 1): Footnote[] {
  const elements = listElements(root);
  const linked = new Set(elements.map((element) => readAttribute(element, 'href')));
  const sections = elements.filter((each) => isOfNotes(each) && hasOnlyNotes(each, linked));
  const items = sections.flatMap(listItems);
  const numbers = new Map(
    items.map((item, at) => [`#${readAttribute(item, 'id') ?? ''}`, String(at + first)]),
  );
  for (const section of sections) removeNotes(section);
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

/** As GitHub’s Markdown, kramdown, Pandoc and MediaWiki write them. */
function isOfNotes(element: HtmlElement): boolean {
  return (
    readAttribute(element, 'data-footnotes') !== undefined ||
    (/^(?:ol|div|section|aside)$/.test(element.tagName) &&
      (readAttribute(element, 'role') === 'doc-endnotes' ||
        hasClass(element, /^(?:foot|end)notes?$|^references$/)))
  );
}

/** Whether all items are notes to which the text links. Otherwise it may be a list of books. */
function hasOnlyNotes(section: HtmlElement, linked: ReadonlySet<string | undefined>): boolean {
  const isNote = (item: HtmlElement) => linked.has(`#${readAttribute(item, 'id') ?? ''}`);
  return readAttribute(section, 'data-footnotes') !== undefined || listItems(section).every(isNote);
}

/** Without items of lists inside a note. */
function listItems(section: HtmlElement): HtmlElement[] {
  return listElements(section).filter(
    ({ tagName, attrs }) => tagName === 'li' && attrs.some(({ name }) => name === 'id'),
  );
}

/** A heading of the notes stays, unless only screen readers read it. */
function removeNotes(section: HtmlElement): void {
  const isWhole = section.tagName === 'ol' || readAttribute(section, 'data-footnotes') !== undefined;
  const parts = isWhole
    ? [section]
    : listElements(section).filter(({ tagName }) => /^(?:ol|hr)$/.test(tagName));
  for (const part of parts) removeElement(part);
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
