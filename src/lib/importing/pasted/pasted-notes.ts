import { textOf } from '#lib/content/tree-text.ts';
import {
  createElement,
  isHtmlElement,
  listElements,
  readAttribute,
  removeElement,
  replaceChildren,
  type HtmlElement,
} from '#lib/importing/html-tree.ts';

/** Names of the anchors of comments in Word and Google Docs. */
const commentName = /^(?:_mso(?:com|anchor)_|cmnt)/;

/**
 * Finds footnotes, and writes them as `takeFootnotes` expects them. Word, LibreOffice and Google Docs all write two
 * links that lead to each other: the mark in the text and the mark before the note. Comments are removed.
 */
export function markNotes(root: HtmlElement): void {
  const links = listElements(root).filter(({ tagName }) => tagName === 'a');
  const byName = new Map(links.map((link) => [nameOf(link), link]));
  const items: HtmlElement[] = [];
  const taken = new Set<HtmlElement>();
  for (const mark of links) {
    const target = targetOf(mark);
    if (target !== undefined && commentName.test(target)) removeElement(mark);
    const note = target === undefined ? undefined : byName.get(target);
    if (target === undefined || !note || taken.has(mark) || targetOf(note) !== nameOf(mark)) continue;
    taken.add(note);
    const block = blockOf(note, root);
    removeElement(note);
    if (!block) continue;
    removeRule(block);
    removeElement(block);
    if (!commentName.test(target)) items.push(createElement('li', { id: target }, block.childNodes));
  }
  if (items.length === 0) return;
  const section = createElement('section', { 'data-footnotes': '' }, [createElement('ol', {}, items)]);
  replaceChildren(root, [...root.childNodes, section]);
}

function nameOf(link: HtmlElement): string {
  return readAttribute(link, 'name') ?? readAttribute(link, 'id') ?? '';
}

function targetOf(link: HtmlElement): string | undefined {
  const href = readAttribute(link, 'href') ?? '';
  // Word writes the path of the document before the anchor if it has been saved.
  const hash = href.indexOf('#');
  return hash === -1 || /^https?:/i.test(href) ? undefined : href.slice(hash + 1);
}

/** The paragraphs of a note: the `<div>` around it, unless other notes are in there too. */
function blockOf(note: HtmlElement, root: HtmlElement): HtmlElement | undefined {
  let block: HtmlElement | undefined;
  for (let at = parentOf(note); at && at !== root; at = parentOf(at)) {
    if (/^(?:p|li)$/.test(at.tagName)) block ??= at;
    if (at.tagName === 'div') return countMarks(at) === 1 ? at : block;
  }
  return block;
}

function parentOf({ parentNode }: HtmlElement): HtmlElement | undefined {
  return parentNode && 'tagName' in parentNode ? parentNode : undefined;
}

function countMarks(block: HtmlElement): number {
  return listElements(block).filter((each) => each.tagName === 'a' && nameOf(each) && targetOf(each)).length;
}

/** Removes the line above notes. */
function removeRule({ parentNode }: HtmlElement): void {
  if (!parentNode) return;
  const isRule = (node: HtmlElement) => node.tagName === 'hr' && textOf(node) === '';
  replaceChildren(
    parentNode,
    parentNode.childNodes.filter((child) => !(isHtmlElement(child) && isRule(child))),
  );
}
