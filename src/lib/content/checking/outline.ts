import GithubSlugger from 'github-slugger';
import { markdownToMdast } from 'satteri';
import { findComponent } from '#lib/content/components.ts';
import { features, readMdx, type TreeNode } from './mdx-syntax.ts';
import type { Finding } from './problem.ts';
import { lineOf, listHtmlTags, plainText, readTag, type ComponentUse } from './tags.ts';

export type Link = { line: number; href: string };
export type Image = {
  line: number;
  src: string;
  alt: string | undefined;
  kind: 'markdown' | 'tag' | 'figure';
};

/** The parts of a text that the checks need. */
export type Outline = {
  headings: { line: number; depth: number; text: string }[];
  /** The ids that the build gives to headings, footnotes and tags. */
  anchors: Set<string>;
  links: Link[];
  images: Image[];
  components: ComponentUse[];
  /** HTML tags, with attribute names in lower case. */
  tags: { line: number; name: string; attributes: readonly (readonly [string, string])[] }[];
  /** Program code in the text: expressions, imports, exports. */
  code: { line: number; kind: 'expression' | 'module'; source: string }[];
};

/** Parses the text of a file. Only MDX can have syntax errors. */
export function readOutline(body: string, isMdx: boolean): { outline: Outline; findings: Finding[] } {
  const { tree, findings } = isMdx
    ? readMdx(body)
    : { tree: markdownToMdast(body, { features }) as TreeNode, findings: [] };
  const outline: Outline = {
    headings: [],
    anchors: new Set(),
    links: [],
    images: [],
    components: [],
    tags: [],
    code: [],
  };
  if (tree) collect(tree, outline, body);
  return { outline, findings };
}

function collect(root: TreeNode, outline: Outline, body: string) {
  const slugger = new GithubSlugger();
  const nodes = [...walk(root)];
  const ofType = (wanted: string) => nodes.filter(({ type }) => type === wanted);
  const definitions = new Map(ofType('definition').map((node) => [node.identifier, node.url]));
  const footnotes = [...new Set(ofType('footnoteReference').map(({ identifier }) => identifier))];
  for (const node of nodes) {
    const line = lineOf(node);
    const url = node.url ?? definitions.get(node.identifier) ?? '';
    if (node.type === 'heading') {
      const text = headingText(node, footnotes);
      outline.headings.push({ line, depth: node.depth ?? 2, text });
      outline.anchors.add(slugger.slug(text));
    } else if (/^link(Reference)?$/.test(node.type)) {
      outline.links.push({ line, href: url });
    } else if (/^image(Reference)?$/.test(node.type)) {
      outline.images.push({ line, src: url, alt: node.alt ?? undefined, kind: 'markdown' });
    } else if (node.type === 'html') {
      for (const tag of listHtmlTags(node.value ?? '')) {
        addHtmlTag(outline, { name: tag.name, line: line + tag.line, attributes: [...tag.attributes] });
      }
    } else if (node.type.startsWith('mdx')) collectMdx(node, outline, body);
  }
  for (const id of footnotes) {
    outline.anchors.add(`user-content-fn-${id}`).add(`user-content-fnref-${id}`).add('footnote-label');
  }
}

function* walk(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}

/** The text from which the build derives the id of a heading: without tags and alternative texts. */
function headingText(node: TreeNode, footnotes: readonly (string | undefined)[]): string {
  if (node.type === 'footnoteReference') return String(footnotes.indexOf(node.identifier) + 1);
  if (node.children) return node.children.map((child) => headingText(child, footnotes)).join('');
  return node.type === 'html' ? '' : (node.value ?? '');
}

function addHtmlTag(outline: Outline, tag: Outline['tags'][number]) {
  const { name, line, attributes } = tag;
  const read = (wanted: string) => attributes.find(([each]) => each === wanted)?.[1];
  outline.tags.push(tag);
  const anchor = read('id') ?? (name === 'a' ? read('name') : undefined);
  if (anchor) outline.anchors.add(anchor);
  const href = name === 'a' ? read('href') : undefined;
  if (href !== undefined) outline.links.push({ line, href });
  if (name === 'img') outline.images.push({ line, src: read('src') ?? '', alt: read('alt'), kind: 'tag' });
}

function collectMdx(node: TreeNode, outline: Outline, body: string) {
  const line = lineOf(node);
  const source = node.value ?? '';
  if (node.type === 'mdxjsEsm') outline.code.push({ line, kind: 'module', source });
  if (node.type.endsWith('Expression')) outline.code.push({ line, kind: 'expression', source });
  if (!node.type.startsWith('mdxJsx') || !node.name) return;
  const tag = readTag(node, node.name, body);
  const read = (name: string) => plainText(tag.attributes.get(name)?.value);
  if (/^[a-z]/.test(tag.name)) {
    const attributes = [...tag.attributes.keys()].map(
      (name) => [name.toLowerCase(), read(name) ?? ''] as const,
    );
    addHtmlTag(outline, { line, name: tag.name, attributes });
    return;
  }
  outline.components.push(tag);
  for (const [name, { kind }] of Object.entries(findComponent(tag.name)?.attributes ?? {})) {
    const value = read(name);
    if (value === undefined) continue;
    if (kind === 'address') outline.links.push({ line: tag.attributes.get(name)?.line ?? line, href: value });
    if (kind === 'image') outline.images.push({ line, src: value, alt: read('alt'), kind: 'figure' });
  }
}
