import type { Block, List, ListItem } from './content-blocks.ts';
import {
  attribute,
  findElement,
  isElement,
  isText,
  textOf,
  type ChildNode,
  type Element,
} from './content-tree.ts';

/** Blocks of what `nodes` hold, as a flow of their own. */
type ReadNodes = (nodes: ChildNode[]) => Block[];

/**
 * A list, after what stood in it before its first item. Lists and text that stand in it between the items,
 * against the rules, belong to the item before them, as they do to the eye.
 */
export function readList(element: Element, read: ReadNodes): Block[] {
  const before: Block[] = [];
  const items: ListItem[] = [];
  for (const child of itemsAndStrays(element)) {
    if (isElement(child) && child.tagName === 'li') items.push(readItem(child, read));
    else (items.at(-1)?.blocks ?? before).push(...read([child]));
  }
  if (items.length === 0) return before;
  const start = element.tagName === 'ol' ? startOf(element) : null;
  return [...before, { kind: 'list', start, implicit: false, items }];
}

export function readItem(item: Element, read: ReadNodes): ListItem {
  const box = findElement(item, (element) => element.tagName === 'input' || element.tagName === 'li');
  const isTask = box?.tagName === 'input' && startsWith(item, box);
  const blocks = read(item.childNodes);
  return { checked: isTask ? attribute(box, 'checked') !== undefined : null, blocks };
}

/** An item outside of any list joins the one before it. */
export function addStrayItem(blocks: Block[], item: ListItem): void {
  const last = blocks.at(-1);
  if (last?.kind === 'list' && last.implicit) last.items.push(item);
  else blocks.push({ kind: 'list', start: null, implicit: true, items: [item] } satisfies List);
}

function itemsAndStrays(element: Element): ChildNode[] {
  return element.childNodes.flatMap((child) => {
    if (isText(child)) return child.value.trim() === '' ? [] : [child];
    if (!isElement(child)) return [];
    const wrapsItems = !['li', 'ul', 'ol'].includes(child.tagName) && child.childNodes.some(isItem);
    return wrapsItems ? unwrapItems(child) : [child];
  });
}

/** What stands around items against the rules goes into them; a link, which is one, into the first with text. */
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

/** True when nothing but white space and opening tags lie between the item's start and the box. */
function startsWith(parent: Element, box: Element): boolean {
  const first = parent.childNodes.find((child) => !isText(child) || child.value.trim() !== '');
  if (!first || !isElement(first)) return false;
  return first === box || startsWith(first, box);
}
