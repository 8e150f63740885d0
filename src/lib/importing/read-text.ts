import type { RootContent } from 'mdast';
import { readOutline } from '#lib/content/checking/outline.ts';
import type { Block } from '#lib/publishing/twin/content-blocks.ts';
import { lost } from './decode-text.ts';
import { placeReferences, takeFootnotes, toDefinition } from './footnotes.ts';
import {
  createElement,
  isHtmlElement,
  listElements,
  parseText,
  readAttribute,
  replaceChildren,
  type HtmlElement,
} from './html-tree.ts';
import type { SourcePage, UnknownPart } from './source-page.ts';
import { stripHidden, tidyHtml, titleParagraph } from './tidy-html.ts';
import { listWords, wordsOf } from './raw-words.ts';
import { fixHeadings, linkAddresses, listHeadings, plainText } from './text-blocks.ts';
import { writeMdx, writeTag } from './write-mdx.ts';

/** Converts the children of an element to Markdown blocks. */
export type ReadBlocks = (root: HtmlElement) => Block[];

/** The text of a page as Markdown blocks, with the links and pictures of the source. */
export type ReadText = {
  blocks: RootContent[];
  unknown: UnknownPart[];
  /** The anchors of the new page, by those of the old one. */
  anchors: ReadonlyMap<string, string>;
};

type ReadOptions = {
  readBlocks: ReadBlocks;
  /** A first heading with this text is left out. */
  title: string;
  /** Changes the parsed text before it is converted. */
  prepare?: SourcePage['prepare'] | undefined;
};

/** A text that cannot be converted, such as one with thousands of nested tags, becomes a code block. */
export function readText(html: string, options: ReadOptions): ReadText {
  try {
    return convertText(html, options);
  } catch (error) {
    const value = stripHidden(html);
    const what = `the whole text (${error instanceof Error ? error.message : String(error)})`;
    const unknown = [{ what, source: value, isInText: true }];
    return {
      blocks: [{ type: 'code', lang: 'html', value }],
      unknown,
      anchors: new Map(),
    };
  }
}

function convertText(html: string, { readBlocks, title, prepare }: ReadOptions): ReadText {
  const root = parseText(html);
  const removed: UnknownPart[] = [];
  prepare?.(root, removed);
  quoteInnerNotes(root);
  const footnotes = takeFootnotes(root);
  const parts = [root, ...footnotes.map(({ content }) => content)];
  const unknown = [...removed, ...parts.flatMap(tidyHtml)];
  const damaged = listWords(html).filter((word) => word.includes(lost));
  if (damaged.length > 0) {
    const source = damaged.slice(0, 20).join(', ').replaceAll(lost, '[?]');
    unknown.push({ what: 'words of which the source has lost letters', source, isInText: true });
  }
  const blocks = toBlocks(root, readBlocks);
  removeTitle(blocks, title);
  fixHeadings(blocks);
  for (const { number, content } of footnotes) blocks.push(toDefinition(number, readBlocks(content)));
  for (const block of blocks) {
    placeReferences(block);
    linkAddresses(block);
  }
  const checked = blocks.flatMap((block) => (isValid(block) ? [block] : [asCode(block, unknown)]));
  return { blocks: checked, unknown, anchors: readAnchors(checked) };
}

/** Notes inside lists and other notes become quotations that start with their title. */
function quoteInnerNotes(root: HtmlElement): void {
  for (const note of listElements(root)) {
    if (note.parentNode === root || readAttribute(note, 'data-import-callout') === undefined) continue;
    const title = readAttribute(note, 'data-title');
    note.tagName = 'blockquote';
    note.attrs = [];
    if (title === undefined) continue;
    replaceChildren(note, [titleParagraph(title), ...note.childNodes]);
  }
}

/** Top-level notes become a Callout. The rest is converted together, so that text between elements stays whole. */
function toBlocks(root: HtmlElement, readBlocks: ReadBlocks): RootContent[] {
  const blocks: RootContent[] = [];
  let others: HtmlElement = createElement('div', {});
  const flush = () => {
    blocks.push(...readBlocks(others));
    others = createElement('div', {});
  };
  for (const child of root.childNodes) {
    const type = isHtmlElement(child) ? readAttribute(child, 'data-import-callout') : undefined;
    if (type === undefined || !isHtmlElement(child)) {
      others.childNodes.push(child);
      continue;
    }
    flush();
    const title = readAttribute(child, 'data-title');
    blocks.push({ type: 'html', value: writeTag('Callout', { type, title }, false) });
    blocks.push(...readBlocks(child), { type: 'html', value: '</Callout>' });
  }
  flush();
  return blocks;
}

/** Removes a heading at the start that repeats the title. */
function removeTitle(blocks: RootContent[], title: string): void {
  const [first] = blocks;
  if (first?.type !== 'heading') return;
  if (wordsOf(plainText(first)) === wordsOf(title)) blocks.shift();
}

/** Whether the product can read a block. The tags of a Callout are valid only together. */
function isValid(block: RootContent): boolean {
  if (block.type === 'html') return true;
  const { findings } = readOutline(writeMdx([block]), true);
  return findings.length === 0;
}

function asCode(block: RootContent, unknown: UnknownPart[]): RootContent {
  const value = stripHidden(plainText(block));
  unknown.push({ what: 'a text that Markdown cannot express', source: value, isInText: true });
  return { type: 'code', lang: 'text', value };
}

/** The product makes the anchor of a heading from its text. */
function readAnchors(blocks: readonly RootContent[]): Map<string, string> {
  const headings = listHeadings(blocks);
  const { outline } = readOutline(writeMdx(blocks), true);
  const slugs = [...outline.anchors].slice(0, outline.headings.length);
  const anchors = new Map(slugs.map((slug) => [slug, slug]));
  if (slugs.length !== headings.length) return anchors;
  for (const [at, heading] of headings.entries()) {
    const id = heading.data?.id;
    const slug = slugs[at];
    if (id && slug !== undefined) anchors.set(id, slug);
  }
  return anchors;
}
