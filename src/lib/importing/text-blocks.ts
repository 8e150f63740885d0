import type { Heading, Nodes, Root, RootContent } from 'mdast';
import { gfmFromMarkdown } from 'mdast-util-gfm';

/**
 * Changes the levels of headings so that no level is skipped.
 * @param top the level of the highest headings: 2 on a page, since the title is in the front matter
 */
export function fixHeadings(blocks: readonly RootContent[], top = 2): void {
  const old: number[] = [];
  for (const node of listHeadings(blocks)) {
    // The level is one below the nearest heading above with a smaller old level.
    while ((old.at(-1) ?? 0) >= node.depth) old.pop();
    old.push(node.depth);
    node.depth = Math.min(6, old.length + top - 1) as 2 | 3 | 4 | 5 | 6;
  }
}

export function listHeadings(nodes: readonly Nodes[]): Heading[] {
  return nodes.flatMap((node) => {
    const inside = 'children' in node ? listHeadings(node.children) : [];
    return node.type === 'heading' ? [node, ...inside] : inside;
  });
}

/** Replaces the nodes below a node, the inner ones first. */
export function replaceNodes(parent: Nodes, change: (node: Nodes) => readonly Nodes[]): void {
  if (!('children' in parent)) return;
  const children = (parent.children as Nodes[]).flatMap((child) => {
    replaceNodes(child, change);
    return change(child);
  });
  parent.children = children as typeof parent.children;
}

export function plainText(node: Nodes): string {
  if (node.type === 'break') return ' ';
  if (node.type === 'image') return ` ${node.alt ?? ''} `;
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

/** Makes links of addresses in texts, like GitHub. */
export function linkAddresses(block: RootContent): void {
  const root: Root = { type: 'root', children: [block] };
  for (const { transforms } of gfmFromMarkdown()) for (const link of transforms ?? []) link(root);
}
