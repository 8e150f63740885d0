import type { List, ListItem } from 'mdast';
import type { Block } from './content-blocks.ts';
import type { Flow } from './content-inline.ts';
import { attribute, findElement, isElement, isText, type ChildNode, type Element } from './content-tree.ts';
import { textOf } from '#lib/content/tree-text.ts';

/** Returns the blocks of the nodes. */
type ReadNodes = (nodes: ChildNode[]) => Block[];

/**
 * Returns the list, after any content before its first item. Content between items, which is invalid HTML, is added to
 * the item before it, as browsers render it.
 */
export function readList(element: Element, read: ReadNodes): Block[] {
  const before: Block[] = [];
  const items: ListItem[] = [];
  for (const child of itemsAndStrays(element)) {
    if (isElement(child) && child.tagName === 'li') items.push(readItem(child, read));
    else (items.at(-1)?.children ?? before).push(...read([child]));
  }
  if (items.length === 0) return before;
  const ordered = element.tagName === 'ol';
  const list: List = { type: 'list', ordered, start: ordered ? startOf(element) : null, children: items };
  setSpread(list);
  return [...before, list];
}

export function readItem(item: Element, read: ReadNodes): ListItem {
  const box = findElement(item, (element) => element.tagName === 'input' || element.tagName === 'li');
  const isTask = box?.tagName === 'input' && startsWith(item, box);
  const checked = isTask ? attribute(box, 'checked') !== undefined : null;
  return { type: 'listItem', checked, children: read(item.childNodes) };
}

/** Adds an item that is outside a list to the list of the stray item before it. */
export function addStrayItem(flow: Flow, item: ListItem): void {
  if (!flow.strays || flow.blocks.at(-1) !== flow.strays) {
    flow.strays = { type: 'list', ordered: false, children: [] };
    flow.blocks.push(flow.strays);
  }
  flow.strays.children.push(item);
  setSpread(flow.strays);
}

/** A list is tight if its items contain only text without `<p>`, and lists that can interrupt a paragraph. */
function setSpread(list: List): void {
  list.spread = !list.children.every(isTight);
  for (const item of list.children) item.spread = list.spread;
}

function isTight({ children }: ListItem): boolean {
  return children.every((block, index) => {
    if (block.type === 'paragraph') return index === 0 && block.data?.isBare;
    if (block.type !== 'list' || children[index - 1]?.type === 'list') return false;
    return block.children[0]?.children[0]?.type === 'paragraph';
  });
}

function itemsAndStrays(element: Element): ChildNode[] {
  return element.childNodes.flatMap((child) => {
    if (isText(child)) return child.value.trim() === '' ? [] : [child];
    if (!isElement(child)) return [];
    const wrapsItems = !['li', 'ul', 'ol'].includes(child.tagName) && child.childNodes.some(isItem);
    return wrapsItems ? unwrapItems(child) : [child];
  });
}

/**
 * Moves an element that wraps items, which is invalid HTML, into each item; moves a link only into the first item with
 * text.
 */
function unwrapItems(wrapper: Element): ChildNode[] {
  const inner = itemsAndStrays(wrapper);
  const first = inner.find((node) => isItem(node) && textOf(node).trim() !== '');
  return inner.map((node) => {
    if (!isElement(node) || node.tagName !== 'li' || (wrapper.tagName === 'a' && node !== first)) return node;
    return { ...node, childNodes: [{ ...wrapper, childNodes: node.childNodes }] };
  });
}

function isItem(node: ChildNode): boolean {
  return isElement(node) && node.tagName === 'li';
}

function startOf(list: Element): number {
  const start = Number.parseInt(attribute(list, 'start') ?? '1', 10);
  return start >= 0 && start <= 999_999_999 ? start : 1;
}

/** True if only white space and opening tags come before the checkbox. */
function startsWith(parent: Element, box: Element): boolean {
  const first = parent.childNodes.find((child) => !isText(child) || child.value.trim() !== '');
  if (!first || !isElement(first)) return false;
  return first === box || startsWith(first, box);
}
