import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { textOf } from '#lib/content/tree-text.ts';
import type { PageContent } from '#lib/publishing/twin/article.ts';
import { imageSource, linkTarget, mediaSource } from '#lib/publishing/twin/content-spans.ts';
import { isPlainTable } from '#lib/publishing/twin/content-table.ts';
import {
  attribute,
  isElement,
  isText,
  stripInvisible,
  type ChildNode,
  type Element,
} from '#lib/publishing/twin/content-tree.ts';
import { diffWords } from './diff-words.ts';

export type Counts = {
  headings: number;
  items: number;
  cells: number;
  code: number;
  links: number;
  images: number;
};

export type Comparison = {
  /** Share of the page's words in the Markdown, in order: 1 if none is lost. */
  wordsKept: number;
  counts: { page: Counts; twin: Counts };
  /** Words missing in the Markdown. */
  missing: string[];
};

type Reading = { text: string; counts: Counts };

/**
 * Compares the HTML of a page with its Markdown, read by a GFM parser.
 *
 * Ignores what Markdown cannot express: empty cells, lists, code blocks and headings inside cells, cells of tables that
 * contain tables, and plain URLs that GFM turns into links.
 */
export function compareTwin(content: PageContent, markdown: string): Comparison {
  const page = readPage(content.root);
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '');
  const twin = readMarkdown(body);
  const words = toWords(page.text);
  const missing = diffWords(words, toWords(twin.text));
  const wordsKept = words.length === 0 ? 1 : 1 - missing.length / words.length;
  return { wordsKept, counts: { page: page.counts, twin: twin.counts }, missing };
}

export function parseGfm(markdown: string): Nodes {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** The text of a syntax tree, with a separator between blocks. */
export function readMarkdown(markdown: string): Reading {
  const reading = { text: '', counts: noCounts() };
  readNode(reading, parseGfm(markdown), markdown);
  return reading;
}

function toWords(text: string): string[] {
  return stripInvisible(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

function noCounts(): Counts {
  return { headings: 0, items: 0, cells: 0, code: 0, links: 0, images: 0 };
}

const PHRASING = new Set([
  'text',
  'inlineCode',
  'emphasis',
  'strong',
  'delete',
  'link',
  'image',
  'html',
  'break',
]);

function readNode(reading: Reading, node: Nodes, source: string): void {
  const { counts } = reading;
  const isBlock = !PHRASING.has(node.type);
  if (isBlock || node.type === 'break') reading.text += '\n';
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') reading.text += node.value;
  if (node.type === 'html' && node.value.startsWith('<br')) reading.text += '\n';
  if (node.type === 'image') reading.text += ` ${node.alt ?? ''} `;
  if (node.type === 'heading') counts.headings += 1;
  if (node.type === 'listItem') counts.items += 1;
  if (node.type === 'code') counts.code += 1;
  if (node.type === 'image') counts.images += 1;
  if (node.type === 'link' && source[node.position?.start.offset ?? -1] === '[') counts.links += 1;
  const before = reading.text.length;
  if ('children' in node) for (const child of node.children) readNode(reading, child, source);
  if (node.type === 'tableCell' && (reading.text.slice(before).trim() !== '' || isImage(node)))
    counts.cells += 1;
  if (isBlock) reading.text += '\n';
}

function isImage(node: Nodes): boolean {
  return node.type === 'image' || ('children' in node && node.children.some(isImage));
}

const INLINE = new Set(
  `a abbr b bdi bdo cite code data del dfn em font i img input ins kbd label mark q s samp small span strike strong
  sub sup time tt u var wbr iframe video audio object embed picture source big output`.split(/\s+/),
);

function readPage(root: Element): Reading {
  const reading = { text: '', counts: noCounts() };
  readContentNode(reading, root, false);
  return reading;
}

function readContentNode(reading: Reading, node: ChildNode, inCell: boolean): void {
  if (isText(node)) reading.text += node.value;
  if (!isElement(node)) return;
  const isBlock = !INLINE.has(node.tagName) && !node.tagName.includes('-');
  if (isBlock) reading.text += '\n';
  countElement(reading.counts, node, inCell);
  if (node.tagName === 'img') reading.text += ` ${attribute(node, 'alt') ?? ''} `;
  if (node.tagName === 'pre') reading.text += textOf(node);
  else if (!hasFallbackOnly(node)) readChildren(reading, node, inCell || isCell(node));
  if (isBlock) reading.text += '\n';
}

function readChildren(reading: Reading, element: Element, inCell: boolean): void {
  const isDissolved = element.tagName === 'table' && !isPlainTable(element);
  for (const child of element.childNodes) readContentNode(reading, child, inCell && !isDissolved);
}

/** Fallback content of frames and videos; the Markdown has links instead. */
function hasFallbackOnly(element: Element): boolean {
  return mediaSource(element) !== null;
}

function countElement(counts: Counts, element: Element, inCell: boolean): void {
  const { tagName } = element;
  const isFull = hasContent(element);
  if (/^h[1-6]$/.test(tagName) && isFull && !inCell) counts.headings += 1;
  if (tagName === 'li' && !inCell) counts.items += 1;
  if (tagName === 'pre' && isFull && !inCell) counts.code += 1;
  if (isCell(element) && isFull) counts.cells += 1;
  if (tagName === 'a' && isFull && linkTarget(element) !== null) counts.links += 1;
  if (mediaSource(element) !== null) counts.links += 1;
  if (tagName === 'img' && imageSource(element) !== null) counts.images += 1;
}

/** A cell of a table that Markdown can express. */
function isCell(element: Element): boolean {
  if (element.tagName !== 'td' && element.tagName !== 'th') return false;
  let around: Element['parentNode'] = element.parentNode;
  while (around && 'tagName' in around && around.tagName !== 'table') around = around.parentNode;
  return around !== null && 'tagName' in around && isPlainTable(around);
}

function hasContent(node: ChildNode): boolean {
  if (isText(node)) return stripInvisible(node.value).trim() !== '';
  if (!isElement(node)) return false;
  if (node.tagName === 'img')
    return imageSource(node) !== null || (attribute(node, 'alt') ?? '').trim() !== '';
  return mediaSource(node) !== null || node.childNodes.some(hasContent);
}
