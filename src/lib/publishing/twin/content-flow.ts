import { calloutOf, codeBlockOf, headingOf, isCalloutTitle, type Block } from './content-blocks.ts';
import {
  addBreak,
  addImage,
  addText,
  collectBlocks,
  createFlow,
  endParagraph,
  withSpan,
  type Flow,
} from './content-inline.ts';
import { addStrayItem, readItem, readList } from './content-list.ts';
import { imageSource, mediaNames, mediaSource, spanOf, type Span } from './content-spans.ts';
import { cellsOf, isPlainTable, readTable } from './content-table.ts';
import {
  attribute,
  findElement,
  isElement,
  isText,
  toOneLine,
  type ChildNode,
  type Element,
} from './content-tree.ts';
import { textOf } from '#lib/content/tree-text.ts';

const codeTags = new Set(['code', 'tt', 'samp']);
const blockTags = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
  figure footer header hgroup legend main menu p search section summary tbody td tfoot th thead tr`.split(
    /\s+/,
  ),
);

/** Converts a content element that `readContent` has pruned. */
export function readBlocks(root: Element): Block[] {
  const flow = createFlow();
  readNodes(flow, root.childNodes);
  endParagraph(flow);
  return flow.blocks;
}

type Reader = (flow: Flow, element: Element) => void;

const readers = new Map<string, Reader>([
  ['br', addBreak],
  ['hr', (flow) => addBlocks(flow, [{ type: 'thematicBreak' }])],
  ['img', readImage],
  ['pre', (flow, element) => addBlocks(flow, codeBlockOf(element))],
  ['blockquote', readQuote],
  ['aside', readAside],
  ['ul', (flow, element) => addBlocks(flow, readList(element, readerOf(flow)))],
  ['ol', (flow, element) => addBlocks(flow, readList(element, readerOf(flow)))],
  ['li', readStray],
  ['table', readTableBlocks],
  ['dt', readTerm],
  ['dd', readDefinition],
  ['summary', readSummary],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag): [string, Reader] => [tag, readHeading]),
]);

function readNodes(flow: Flow, nodes: ChildNode[]): void {
  for (const node of nodes) {
    if (isText(node)) addText(flow, node.value);
    else if (isElement(node)) readElement(flow, node);
  }
}

function readElement(flow: Flow, element: Element): void {
  const { tagName } = element;
  const read = readers.get(tagName);
  if (read) return read(flow, element);
  if (blockTags.has(tagName)) return readBlock(flow, element);
  if (codeTags.has(tagName)) return readCode(flow, element);
  if (mediaNames.has(tagName)) return readMedia(flow, element);
  const span = spanOf(element);
  if (span?.type === 'link') return readLink(flow, element, span);
  if (span) withSpan(flow, span, () => readNodes(flow, element.childNodes));
  else readNodes(flow, element.childNodes);
}

/** Reads a link. If its content cannot be a label, such as a code block, the link follows it, with its address as label. */
function readLink(flow: Flow, element: Element, link: Span & { type: 'link' }): void {
  const isUsed = withSpan(flow, link, () => readNodes(flow, element.childNodes));
  if (isUsed || toOneLine(textOf(element)) === '') return;
  endParagraph(flow);
  withSpan(flow, link, () => addText(flow, link.url || 'this page'));
  endParagraph(flow);
}

function collect(flow: Flow, element: Element): Block[] {
  return collectBlocks(flow, () => readNodes(flow, element.childNodes));
}

function addBlocks(flow: Flow, blocks: Block[]): void {
  endParagraph(flow);
  flow.blocks.push(...blocks);
}

function readBlock(flow: Flow, element: Element): void {
  if (isCalloutTitle(element)) readStrong(flow, element);
  else readWhole(flow, element);
}

function readStrong(flow: Flow, element: Element): void {
  endParagraph(flow);
  withSpan(flow, { type: 'strong' }, () => readWhole(flow, element));
}

function readWhole(flow: Flow, element: Element): void {
  endParagraph(flow);
  readNodes(flow, element.childNodes);
  endParagraph(flow, element.tagName !== 'p');
}

function readCode(flow: Flow, element: Element): void {
  const outer = flow.code;
  flow.code ??= element;
  readNodes(flow, element.childNodes);
  flow.code = outer;
}

function readImage(flow: Flow, element: Element): void {
  const alt = toOneLine(attribute(element, 'alt') ?? '');
  const src = imageSource(element);
  if (src === null) addText(flow, ` ${alt} `);
  else addImage(flow, { url: src, alt, title: attribute(element, 'title') ?? null });
}

function readMedia(flow: Flow, element: Element): void {
  const href = mediaSource(element);
  if (href === null) return readNodes(flow, element.childNodes);
  const own = toOneLine(attribute(element, 'title') ?? attribute(element, 'aria-label') ?? '');
  const name = own || (mediaNames.get(element.tagName) ?? href);
  withSpan(flow, { type: 'link', url: href, title: null }, () => addText(flow, name));
}

function readQuote(flow: Flow, element: Element): void {
  const blocks = collect(flow, element);
  if (blocks.length > 0) flow.blocks.push({ type: 'blockquote', children: blocks });
}

function readAside(flow: Flow, element: Element): void {
  const kind = attribute(element, 'data-callout');
  if (kind === undefined) readBlock(flow, element);
  else addBlocks(flow, calloutOf(element, kind, collect(flow, element)));
}

function readHeading(flow: Flow, element: Element): void {
  flow.isHeading = true;
  const blocks = collect(flow, element);
  flow.isHeading = false;
  addBlocks(flow, headingOf(element, blocks));
}

function readStray(flow: Flow, element: Element): void {
  endParagraph(flow);
  addStrayItem(flow, readItem(element, readerOf(flow)));
}

function readerOf(flow: Flow): (nodes: ChildNode[]) => Block[] {
  return (nodes) => collectBlocks(flow, () => readNodes(flow, nodes));
}

function readTableBlocks(flow: Flow, element: Element): void {
  endParagraph(flow);
  const caption = element.childNodes.filter(isElement).find((child) => child.tagName === 'caption');
  if (caption) withSpan(flow, { type: 'emphasis' }, () => readWhole(flow, caption));
  if (isPlainTable(element)) {
    const table = readTable(element, (cell) => collect(flow, cell));
    if (table) flow.blocks.push(table);
  } else {
    for (const cell of cellsOf(element)) readWhole(flow, cell);
  }
}

function readTerm(flow: Flow, element: Element): void {
  readStrong(flow, element);
  const last = flow.blocks.at(-1);
  flow.term = last?.type === 'paragraph' ? last : null;
}

/** A definition that starts with a paragraph continues the paragraph of its term after a break. */
function readDefinition(flow: Flow, element: Element): void {
  const blocks = collect(flow, element);
  const [first] = blocks;
  if (first?.type === 'paragraph' && flow.term && flow.blocks.at(-1) === flow.term) {
    flow.term.children.push({ type: 'break' }, ...first.children);
    blocks.shift();
  }
  flow.blocks.push(...blocks);
}

function readSummary(flow: Flow, element: Element): void {
  if (findElement(element, (child) => /^h[1-6]$/.test(child.tagName))) readWhole(flow, element);
  else readStrong(flow, element);
}
