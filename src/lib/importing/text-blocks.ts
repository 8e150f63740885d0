import type { Nodes, PhrasingContent, RootContent } from 'mdast';

/**
 * Changes the levels of headings so that no level is skipped.
 * @param top the level of the highest headings: 2 on a page, since the title is in the front matter
 */
export function fixHeadings(blocks: readonly RootContent[], top = 2): void {
  const old: number[] = [];
  const headings = blocks.flatMap((block) => [...walk(block)]).filter((node) => node.type === 'heading');
  for (const node of headings) {
    // The level is one below the nearest heading above with a smaller old level.
    while ((old.at(-1) ?? 0) >= node.depth) old.pop();
    old.push(node.depth);
    node.depth = Math.min(6, old.length + top - 1) as 2 | 3 | 4 | 5 | 6;
  }
}

export function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child);
}

export function plainText(node: Nodes): string {
  if (node.type === 'break') return ' ';
  if (node.type === 'image') return ` ${node.alt ?? ''} `;
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

const address =
  /(?:https?:\/\/[^\s<>"'()[\]{}]*[^\s<>"'()[\]{}.,:;!?*_~]|(?<![\w.+-])[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{2,63})+)/gi;

/** Makes links of addresses in texts. */
export function linkAddresses(node: Nodes): void {
  if (!('children' in node) || node.type === 'link' || node.type === 'linkReference') return;
  const children = node.children.flatMap((child): Nodes[] => {
    if (child.type !== 'text') return [child];
    return splitAddresses(child.value);
  });
  node.children = children as typeof node.children;
  for (const child of node.children) linkAddresses(child);
}

function splitAddresses(value: string): PhrasingContent[] {
  const parts: PhrasingContent[] = [];
  let start = 0;
  const add = (text: string) => (text === '' ? undefined : parts.push({ type: 'text', value: text }));
  for (const { 0: found, index } of value.matchAll(address)) {
    add(value.slice(start, index));
    const url = /^https?:/i.test(found) ? found : `mailto:${found}`;
    parts.push({ type: 'link', url, children: [{ type: 'text', value: found }] });
    start = index + found.length;
  }
  add(value.slice(start));
  return parts;
}
