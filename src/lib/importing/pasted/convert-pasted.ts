import type { Nodes, RootContent } from 'mdast';
import { isSafeAddress } from '#lib/content/documents/allowed-html.ts';
import { placeReferences, takeFootnotes, toDefinition } from '#lib/importing/footnotes.ts';
import { isHtmlElement, type HtmlElement } from '#lib/importing/html-tree.ts';
import type { ReadBlocks } from '#lib/importing/read-text.ts';
import { fixHeadings, linkAddresses, replaceNodes } from '#lib/importing/text-blocks.ts';
import { tidyHtml } from '#lib/importing/tidy-html.ts';
import { writeMdx } from '#lib/importing/write-mdx.ts';
import { tidyPasted, type FoundPicture } from './tidy-pasted.ts';

/** A picture in pasted text. `at` is its place, as an offset in the Markdown. */
export type PastedPicture = FoundPicture & { at: number };

export type PastedText = {
  /** Markdown without the pictures. */
  text: string;
  /** Whether the text goes into a paragraph, as words copied from a sentence do. */
  isInline: boolean;
  pictures: readonly PastedPicture[];
};

type PasteOptions = {
  readBlocks: ReadBlocks;
  /** Level of the highest headings. */
  headingLevel: number;
  /** Number of the first footnote. */
  firstNote: number;
  /** Origins of the site, whose links become paths. */
  origins: readonly string[];
};

/** Documents nest about thirty elements. Reading takes quadratic time over the depth. */
const maxDepth = 200;

/**
 * Converts HTML from the clipboard to Markdown. Changes the tree.
 * @throws RangeError if elements are nested deeper than in any document
 */
export function convertPasted(
  root: HtmlElement,
  { readBlocks, headingLevel, firstNote, origins }: PasteOptions,
): PastedText {
  requireDepth(root, maxDepth);
  const found = tidyPasted(root);
  const footnotes = takeFootnotes(root, firstNote);
  for (const part of [root, ...footnotes.map(({ content }) => content)]) tidyHtml(part);
  const blocks: RootContent[] = [...readBlocks(root)];
  fixHeadings(blocks, headingLevel);
  for (const { number, content } of footnotes) blocks.push(toDefinition(number, readBlocks(content)));
  for (const block of blocks) {
    placeReferences(block);
    linkAddresses(block);
    placeLinks(block, origins);
  }
  const { text, pictures } = takePictures(blocks, found);
  const [only, other] = blocks;
  const isInline = only?.type === 'paragraph' && !other && pictures.length === 0;
  return { text: isInline ? text.trim() : text, isInline, pictures };
}

function requireDepth(element: HtmlElement, left: number): void {
  if (left === 0) throw new RangeError('The elements of the pasted text are nested too deep.');
  for (const child of element.childNodes) if (isHtmlElement(child)) requireDepth(child, left - 1);
}

/** Writes lines as paragraphs that mean only their words. */
export function writePlain(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return writeMdx(
    lines.map((line) => ({ type: 'paragraph', children: [{ type: 'text', value: line.trim() }] })),
  ).trim();
}

function placeLinks(block: Nodes, origins: readonly string[]): void {
  replaceNodes(block, (node) => {
    if (node.type !== 'link') return [node];
    const url = placeLink(node.url, origins);
    return url === undefined || node.children.length === 0 ? node.children : [{ ...node, url, title: null }];
  });
}

/** The address to write; undefined if only the words of the link can stay. */
function placeLink(href: string, origins: readonly string[]): string | undefined {
  const given = href.trim();
  if (!isSafeAddress(given)) return undefined;
  if (/^\/(?!\/)/.test(given)) return given;
  const url = URL.parse(given);
  if (!url) return undefined;
  const wrapped = wrappedIn(url);
  if (wrapped !== undefined) return placeLink(wrapped, origins);
  return origins.includes(url.origin) ? url.pathname + url.search + url.hash : given;
}

/** Google Docs and Outlook replace links by links to their own servers, which contain the address. */
function wrappedIn({ hostname, pathname, searchParams }: URL): string | undefined {
  const isGoogle = hostname === 'www.google.com' && pathname === '/url';
  if (isGoogle) return searchParams.get('q') ?? searchParams.get('url') ?? undefined;
  const isOutlook = hostname.endsWith('.safelinks.protection.outlook.com');
  return isOutlook ? (searchParams.get('url') ?? undefined) : undefined;
}

/** Takes the pictures out. Each goes after its block, since it becomes a block itself. */
function takePictures(blocks: readonly RootContent[], found: readonly FoundPicture[]) {
  let text = '';
  const pictures: PastedPicture[] = [];
  let written: RootContent[] = [];
  const flush = () => {
    const more = writeMdx(written).trim();
    if (more !== '') text += text === '' ? more : `\n\n${more}`;
    written = [];
  };
  for (const block of blocks) {
    const images = removeImages(block);
    if (!isEmpty(block)) written.push(block);
    if (images.length === 0) continue;
    flush();
    for (const image of images) {
      const picture = found[Number(image.slice(1))];
      if (picture) pictures.push({ ...picture, at: text.length });
    }
  }
  flush();
  return { text, pictures };
}

function removeImages(block: Nodes): string[] {
  const urls: string[] = [];
  replaceNodes(block, (node) => {
    if (node.type === 'image') urls.push(node.url);
    return node.type === 'image' || (node.type === 'link' && node.children.length === 0) ? [] : [node];
  });
  const last = 'children' in block ? block.children.at(-1) : undefined;
  if (urls.length > 0 && last?.type === 'text') last.value = last.value.trimEnd();
  return urls;
}

function isEmpty(block: RootContent): boolean {
  if (block.type !== 'paragraph') return false;
  return block.children.every(
    (child) => child.type === 'break' || (child.type === 'text' && child.value.trim() === ''),
  );
}
