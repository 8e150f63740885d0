import { textOf } from '#lib/content/tree-text.ts';
import {
  createElement,
  createText,
  isHtmlElement,
  isHtmlText,
  listElements,
  readAttribute,
  removeElement,
  replaceChildren,
  type HtmlElement,
  type HtmlNode,
} from '#lib/importing/html-tree.ts';
import { hasClass, readStyle } from './pasted-style.ts';

/** An item of a list that the markup does not nest. */
type FlatItem = {
  /** Items with the same name are in one list. */
  list: string;
  level: number;
  /** The number of an item in a numbered list. */
  number: number | undefined;
  content: HtmlNode[];
};

/** Word has at most nine levels. */
const maxLevel = 9;

/** Makes lists of Word's paragraphs with a mark before them, and of the lists of one item that Word on the web writes. */
export function joinItems(parent: HtmlElement): void {
  const joined: HtmlNode[] = [];
  let items: FlatItem[] = [];
  const flush = () => {
    joined.push(...nest(items));
    items = [];
  };
  for (const child of parent.childNodes) {
    const found = itemsOf(child);
    if (found) items.push(...found);
    else if (items.length > 0 && isContinued(child)) items.at(-1)?.content.push(child);
    else if (items.length === 0 || !isBlank(child)) {
      flush();
      joined.push(child);
    }
  }
  flush();
  replaceChildren(parent, joined);
  for (const child of parent.childNodes) if (isHtmlElement(child)) joinItems(child);
}

function itemsOf(node: HtmlNode): FlatItem[] | undefined {
  if (!isHtmlElement(node)) return undefined;
  if (node.tagName === 'p') {
    const item = readParagraph(node);
    return item && [item];
  }
  const isList = node.tagName === 'ul' || node.tagName === 'ol';
  if (!isList && !hasClass(node, /^ListContainerWrapper$/)) return undefined;
  const all = listElements({ ...node, childNodes: [node] }).filter(({ tagName }) => tagName === 'li');
  const items = all.flatMap((item) => readItem(item) ?? []);
  return items.length > 0 && items.length === all.length ? items : undefined;
}

/** Headings of Word can be items of lists, too. Their numbers are words of the heading; their bullets are left out. */
export function markHeadings(root: HtmlElement): void {
  for (const heading of listElements(root)) {
    const mark = /^h[1-6]$/.test(heading.tagName) ? markOf(heading) : undefined;
    if (!mark) continue;
    const words = textOf(mark).trim();
    const isNumber = /\d/.test(words) || readNumber(words) !== undefined;
    replaceChildren(mark, isNumber ? [createText(`${words} `)] : []);
  }
}

/** Numbered headings are items of lists in Word on the web and in Google Docs, too. */
export function freeHeadings(parent: HtmlElement): void {
  const children = parent.childNodes.flatMap((child) =>
    isHtmlElement(child) && /^[uo]l$/.test(child.tagName) ? (headingsIn(child) ?? [child]) : [child],
  );
  replaceChildren(parent, children);
  for (const child of children) if (isHtmlElement(child)) freeHeadings(child);
}

/** The content of a list of which each item begins with a heading. */
function headingsIn(list: HtmlElement): HtmlNode[] | undefined {
  const items = list.childNodes.filter(isHtmlElement);
  const headings = items.flatMap((item) => {
    const first = item.childNodes.find((child) => !isBlank(child));
    return first && isHtmlElement(first) && /^h[1-6]$/.test(first.tagName) ? [first] : [];
  });
  if (headings.length === 0 || headings.length < items.length) return undefined;
  const start = Number(readAttribute(list, 'start')) || 1;
  for (const [at, heading] of headings.entries())
    if (list.tagName === 'ol')
      replaceChildren(heading, [createText(`${start + at}. `), ...heading.childNodes]);
  return items.flatMap((item) => item.childNodes);
}

/** Word marks what it writes before an item for programs that know no lists. */
function markOf(block: HtmlElement): HtmlElement | undefined {
  return listElements(block).find((each) => readStyle(each).get('mso-list') === 'ignore');
}

function readParagraph(paragraph: HtmlElement): FlatItem | undefined {
  const place = readPlace(paragraph);
  const mark = markOf(paragraph);
  if (!place || !mark) return undefined;
  const number = readNumber(textOf(mark));
  removeElement(mark);
  return toItem(place, number, paragraph);
}

/** An item of a list that Word made a list: one of its own beside paragraphs of the same list, or one of Word on the web. */
function readItem(item: HtmlElement): FlatItem | undefined {
  const { parentNode: parent } = item;
  if (!parent || !('tagName' in parent) || listElements(item).some(({ tagName }) => tagName === 'li'))
    return undefined;
  const place = readPlace(item) ?? readWebPlace(item);
  if (!place || parent.tagName !== 'ol') return place && toItem(place, undefined, item);
  const before = parent.childNodes.filter(isHtmlElement).filter(({ tagName }) => tagName === 'li');
  const counted = (Number(readAttribute(parent, 'start')) || 1) + before.indexOf(item);
  return toItem(place, Number(readAttribute(item, 'data-aria-posinset')) || counted, item);
}

/** Where an item is. A list that starts again has the same name, and another name for its numbers. */
type Place = { list: string; numbers: string; level: number };

function readPlace(item: HtmlElement): Place | undefined {
  const style = readStyle(item).get('mso-list') ?? '';
  const [, list, level, start = ''] = /^(l\d+) level(\d)(?: (lfo\d+))?/.exec(style) ?? [];
  return list === undefined ? undefined : { list, numbers: `${list} ${start}`, level: Number(level) };
}

function readWebPlace(item: HtmlElement): Place | undefined {
  const given = readAttribute(item, 'data-aria-level');
  if (given === undefined) return undefined;
  const list = readAttribute(item, 'data-listid') ?? '';
  return { list, numbers: list, level: Math.min(Number(given) || 1, maxLevel) };
}

function toItem({ list, numbers, level }: Place, number: number | undefined, item: HtmlElement): FlatItem {
  return { list: number === undefined ? list : numbers, level, number, content: item.childNodes };
}

/** The number that a mark such as `2.`, `(b)` or `iv)` means; undefined for a bullet. Letters count from 1 again. */
function readNumber(mark: string): number | undefined {
  const [, sign] = /^\s*\(?(\d{1,9}|[a-z]{1,5})[.)]/i.exec(mark) ?? [];
  if (sign === undefined) return undefined;
  return /\d/.test(sign) ? Number(sign) : 1;
}

function nest(items: readonly FlatItem[]): HtmlElement[] {
  const lists: HtmlElement[] = [];
  const open: { level: number; list: string; element: HtmlElement }[] = [];
  for (const { level, list, number, content } of items) {
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const tagName = number === undefined ? 'ul' : 'ol';
    const last = open.at(-1);
    const goesOn = last?.level === level && last.element.tagName === tagName && last.list === list;
    if (last?.level === level && !goesOn) open.pop();
    if (!goesOn) {
      const element = createElement(tagName, number === undefined ? {} : { start: `${number}` });
      const item = open.at(-1)?.element.childNodes.at(-1);
      if (item && isHtmlElement(item)) replaceChildren(item, [...item.childNodes, element]);
      else lists.push(element);
      open.push({ level, list, element });
    }
    const target = open.at(-1)?.element;
    if (target) replaceChildren(target, [...target.childNodes, createElement('li', {}, content)]);
  }
  return lists;
}

/** A further paragraph of an item. */
function isContinued(node: HtmlNode): boolean {
  return isHtmlElement(node) && hasClass(node, /^MsoListParagraph/) && !isBlank(node);
}

function isBlank(node: HtmlNode): boolean {
  if (isHtmlText(node)) return node.value.trim() === '';
  if (!isHtmlElement(node)) return true;
  const hasPicture = listElements(node).some(({ tagName }) => tagName === 'img');
  return /^(?:p|a|span)$/.test(node.tagName) && !hasPicture && textOf(node).trim() === '';
}

/** Google Docs shows the boxes of a checklist as pictures. */
export function markTasks(root: HtmlElement): void {
  for (const item of listElements(root)) {
    if (item.tagName !== 'li' || readAttribute(item, 'role') !== 'checkbox') continue;
    const isBox = (node: HtmlNode) =>
      isHtmlElement(node) && readAttribute(node, 'aria-roledescription') === 'checkbox';
    const checked = readAttribute(item, 'aria-checked') === 'true' ? { checked: '' } : {};
    const box = createElement('input', { type: 'checkbox', ...checked });
    const words = item.childNodes.filter((child) => !isBox(child));
    const [first, ...others] = words;
    const content =
      first && isHtmlElement(first) && first.tagName === 'p'
        ? [createElement('p', {}, [box, ...first.childNodes]), ...others]
        : [box, ...words];
    replaceChildren(item, content);
  }
}

/** Items whose only paragraph has a tag of its own would be far apart. */
export function tightenItems(root: HtmlElement): void {
  for (const item of listElements(root).filter(({ tagName }) => tagName === 'li')) {
    const isList = (node: HtmlNode) => isHtmlElement(node) && /^[uo]l$/.test(node.tagName);
    const own = item.childNodes.filter((child) => !isList(child) && !isBlank(child));
    const [paragraph] = own;
    if (own.length !== 1 || !paragraph || !isHtmlElement(paragraph) || paragraph.tagName !== 'p') continue;
    const children = item.childNodes.flatMap((child) =>
      child === paragraph ? paragraph.childNodes : [child],
    );
    replaceChildren(item, children);
  }
}
