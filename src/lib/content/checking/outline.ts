import GithubSlugger from 'github-slugger';
import { markdownToMdast } from 'satteri';
import { findComponent } from '#lib/content/components.ts';
import { attributesOf, plainText, spotOf, type ComponentUse, type Spot } from './component-use.ts';
import type { Finding } from './problem.ts';
import { listTags } from './html-tags.ts';
import { features, readMdx, type TreeNode } from './mdx-syntax.ts';

export type Heading = Spot & { depth: number; text: string };
export type Link = Spot & { href: string };
export type Image = Spot & { src: string; alt: string | undefined; kind: 'markdown' | 'tag' | 'figure' };

/** What a body consists of, as far as checks ask for it. */
export type Outline = {
  headings: Heading[];
  /** Everything that `#...` can lead to, by the rule of the site's Markdown engine. */
  anchors: Set<string>;
  links: Link[];
  images: Image[];
  components: ComponentUse[];
  /** Program code in the text: expressions, imports, exports. */
  code: (Spot & { kind: 'expression' | 'module'; source: string })[];
};

/** Reads a body; problems of its syntax come with it, and only MDX can have them. */
export function readOutline(body: string, isMdx: boolean): { outline: Outline; findings: Finding[] } {
  const outline: Outline = {
    headings: [],
    anchors: new Set(),
    links: [],
    images: [],
    components: [],
    code: [],
  };
  if (!isMdx) {
    const tree = markdownToMdast(body, { features }) as TreeNode;
    collect(tree, { outline, body, isMdx });
    return { outline, findings: [] };
  }
  const { tree, findings } = readMdx(body);
  if (tree) collect(tree, { outline, body, isMdx });
  return { outline, findings };
}

type Reading = { outline: Outline; body: string; isMdx: boolean };

function collect(root: TreeNode, reading: Reading) {
  const { outline } = reading;
  const slugger = new GithubSlugger();
  const nodes = [...walk(root)];
  const definitions = new Map(
    nodes.filter(({ type }) => type === 'definition').map((node) => [node.identifier, node.url ?? '']),
  );
  const footnotes = [
    ...new Set(nodes.filter(({ type }) => type === 'footnoteReference').map((node) => node.identifier)),
  ];
  for (const node of nodes) {
    const spot = spotOf(node);
    if (node.type === 'heading') {
      const text = textOf(node, footnotes);
      outline.headings.push({ ...spot, depth: node.depth ?? 2, text });
      outline.anchors.add(slugger.slug(text));
    } else if (node.type === 'link') outline.links.push({ ...spot, href: node.url ?? '' });
    else if (node.type === 'linkReference') {
      outline.links.push({ ...spot, href: definitions.get(node.identifier) ?? '' });
    } else if (node.type === 'image' || node.type === 'imageReference') {
      const src = node.url ?? definitions.get(node.identifier) ?? '';
      outline.images.push({ ...spot, src, alt: node.alt ?? undefined, kind: 'markdown' });
    } else if (node.type === 'html') collectTags(node, reading);
    else if (node.type.startsWith('mdx')) collectMdx(node, reading);
  }
  for (const id of footnotes) {
    outline.anchors.add(`user-content-fn-${id}`).add(`user-content-fnref-${id}`).add('footnote-label');
  }
}

function* walk(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}

/** The text of a heading as the engine reads it for its id: no tags, no alternative texts. */
function textOf(node: TreeNode, footnotes: readonly (string | undefined)[]): string {
  if (node.type === 'footnoteReference') return String(footnotes.indexOf(node.identifier) + 1);
  if (node.children) return node.children.map((child) => textOf(child, footnotes)).join('');
  return node.type === 'html' ? '' : (node.value ?? '');
}

function collectTags(node: TreeNode, { outline }: Reading) {
  const { line, column } = spotOf(node);
  for (const tag of listTags(node.value ?? '')) {
    addTag(outline, tag.name, {
      spot: { line: line + tag.line, column },
      attribute: (name) => tag.attributes.get(name),
    });
  }
}

function addTag(
  outline: Outline,
  name: string,
  { spot, attribute }: { spot: Spot; attribute: (name: string) => string | undefined },
) {
  const anchor = attribute('id') ?? (name === 'a' ? attribute('name') : undefined);
  if (anchor) outline.anchors.add(anchor);
  const href = name === 'a' ? attribute('href') : undefined;
  if (href !== undefined) outline.links.push({ ...spot, href });
  if (name === 'img') {
    outline.images.push({ ...spot, src: attribute('src') ?? '', alt: attribute('alt'), kind: 'tag' });
  }
}

function collectMdx(node: TreeNode, { outline, body }: Reading) {
  const spot = spotOf(node);
  if (node.type === 'mdxjsEsm') outline.code.push({ ...spot, kind: 'module', source: node.value ?? '' });
  if (node.type.endsWith('Expression')) {
    outline.code.push({ ...spot, kind: 'expression', source: node.value ?? '' });
  }
  if (!node.type.startsWith('mdxJsx') || !node.name) return;
  const use: ComponentUse = { ...spot, name: node.name, attributes: attributesOf(node, body) };
  const textOfAttribute = (name: string) => plainText(use.attributes.get(name)?.value);
  if (/^[a-z]/.test(node.name)) {
    addTag(outline, node.name, { spot, attribute: textOfAttribute });
    return;
  }
  outline.components.push(use);
  for (const [name, { kind }] of Object.entries(findComponent(node.name)?.attributes ?? {})) {
    const attribute = use.attributes.get(name);
    const value = plainText(attribute?.value);
    if (!attribute || value === undefined) continue;
    if (kind === 'address')
      outline.links.push({ line: attribute.line, column: attribute.column, href: value });
    if (kind === 'image') {
      outline.images.push({ ...spot, src: value, alt: textOfAttribute('alt'), kind: 'figure' });
    }
  }
}
