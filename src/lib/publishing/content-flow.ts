import type { Block, Inline, Span } from './content-blocks.ts';
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
import { imageSource, linkTarget, MEDIA_NAMES, mediaSource } from './content-media.ts';
import { cellsOf, isPlainTable, readTable } from './content-table.ts';
import {
  attribute,
  findElement,
  hasClass,
  isElement,
  isText,
  lineOf,
  textOf,
  type ChildNode,
  type Element,
} from './content-tree.ts';

const BLOCKS = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
  figure footer header hgroup legend main menu p search section summary tbody td tfoot th thead tr`.split(
    /\s+/,
  ),
);
const SPANS = new Map<string, Span>(
  Object.entries({
    strong: 'strong',
    b: 'strong',
    em: 'emphasis',
    i: 'emphasis',
    cite: 'emphasis',
    dfn: 'emphasis',
    var: 'emphasis',
    del: 'strike',
    s: 'strike',
    strike: 'strike',
  } as const).map(([tag, kind]) => [tag, { kind }]),
);
const HTML_SPANS = new Set(['sup', 'sub', 'kbd', 'ins', 'mark', 'q', 'abbr']);
const CODE = new Set(['code', 'tt', 'samp']);

/** Reads a content element that `readContent` has pruned. */
export function readBlocks(root: Element): Block[] {
  const flow = createFlow();
  readNodes(flow, root.childNodes);
  endParagraph(flow);
  return flow.blocks;
}

function readNodes(flow: Flow, nodes: ChildNode[]): void {
  for (const node of nodes) {
    if (isText(node)) addText(flow, node.value);
    else if (isElement(node)) readElement(flow, node);
  }
}

function readElement(flow: Flow, element: Element): void {
  const { tagName } = element;
  const read = READERS.get(tagName);
  const span = spanOf(element);
  if (read) read(flow, element);
  else if (span) withSpan(flow, span, () => readNodes(flow, element.childNodes));
  else if (CODE.has(tagName)) readCode(flow, element);
  else if (MEDIA_NAMES.has(tagName)) readMedia(flow, element);
  else if (BLOCKS.has(tagName)) readBlock(flow, element);
  else readNodes(flow, element.childNodes);
}

const READERS = new Map<string, (flow: Flow, element: Element) => void>(
  Object.entries({
    br: addBreak,
    hr: (flow) => addBlocks(flow, [{ kind: 'rule' }]),
    img: readImage,
    pre: readPreformatted,
    blockquote: (flow, element) => addQuote(flow, collect(flow, element.childNodes)),
    aside: readAside,
    ul: (flow, element) =>
      addBlocks(
        flow,
        readList(element, (nodes) => collect(flow, nodes)),
      ),
    ol: (flow, element) =>
      addBlocks(
        flow,
        readList(element, (nodes) => collect(flow, nodes)),
      ),
    li: readStray,
    table: readTableBlock,
    dt: readTerm,
    dd: readDefinition,
    summary: readSummary,
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, readHeading])),
  } satisfies Record<string, (flow: Flow, element: Element) => void>),
);

function collect(flow: Flow, nodes: ChildNode[]): Block[] {
  return collectBlocks(flow, () => readNodes(flow, nodes));
}

function addBlocks(flow: Flow, blocks: Block[]): void {
  endParagraph(flow);
  flow.blocks.push(...blocks);
}

function addQuote(flow: Flow, blocks: Block[]): void {
  if (blocks.length > 0) addBlocks(flow, [{ kind: 'quote', blocks }]);
}

function readBlock(flow: Flow, element: Element): void {
  endParagraph(flow);
  if (isCalloutTitle(element)) withSpan(flow, { kind: 'strong' }, () => readWhole(flow, element));
  else readWhole(flow, element);
}

function readWhole(flow: Flow, element: Element): void {
  readNodes(flow, element.childNodes);
  endParagraph(flow, element.tagName !== 'p');
}

function spanOf(element: Element): Span | null {
  const { tagName } = element;
  const title = attribute(element, 'title') ?? null;
  if (tagName === 'a') {
    const href = linkTarget(element);
    return href === null ? null : { kind: 'link', href, title };
  }
  if (tagName === 'abbr' && title === null) return null;
  if (HTML_SPANS.has(tagName))
    return { kind: 'html', tag: tagName, title: tagName === 'abbr' ? title : null };
  return SPANS.get(tagName) ?? (isCalloutTitle(element) && tagName === 'span' ? { kind: 'strong' } : null);
}

function readCode(flow: Flow, element: Element): void {
  const outer = flow.code;
  flow.code ??= element;
  readNodes(flow, element.childNodes);
  flow.code = outer;
}

function readImage(flow: Flow, element: Element): void {
  const alt = lineOf(attribute(element, 'alt') ?? '');
  const src = imageSource(element);
  if (src === null) addText(flow, alt);
  else addImage(flow, { src, alt, title: attribute(element, 'title') ?? null });
}

function readMedia(flow: Flow, element: Element): void {
  const href = mediaSource(element);
  const name =
    attribute(element, 'title') ?? attribute(element, 'aria-label') ?? MEDIA_NAMES.get(element.tagName) ?? '';
  if (href !== null) withSpan(flow, { kind: 'link', href, title: null }, () => addText(flow, name));
  else readNodes(flow, element.childNodes);
}

function readPreformatted(flow: Flow, element: Element): void {
  const value = textOf(element).replace(/\n$/, '');
  if (value.trim() === '') return;
  const code = findElement(element, (child) => child.tagName === 'code');
  const classes = `${attribute(element, 'class') ?? ''} ${(code && attribute(code, 'class')) ?? ''}`;
  const named =
    /(?:^|\s)lang(?:uage)?-([^\s`]+)/.exec(classes)?.[1] ?? attribute(element, 'data-language') ?? '';
  const language = named === 'plaintext' || /[\s`]/.test(named) ? '' : named;
  addBlocks(flow, [{ kind: 'code', language, value: value.replaceAll('\r', '\n') }]);
}

/** Readers know a callout by its colour; the twin gives its title or, failing that, its kind. */
function readAside(flow: Flow, element: Element): void {
  const kind = attribute(element, 'data-callout');
  if (kind === undefined) return readBlock(flow, element);
  const blocks = collect(flow, element.childNodes);
  if (findElement(element, isCalloutTitle) === null && kind !== '') blocks.unshift(strongLine(kind));
  addQuote(flow, blocks);
}

function strongLine(text: string): Block {
  const span: Span = { kind: 'strong' };
  const value = text.charAt(0).toUpperCase() + text.slice(1);
  const inlines: Inline[] = [
    { kind: 'open', span },
    { kind: 'text', value },
    { kind: 'close', span },
  ];
  return { kind: 'paragraph', bare: false, inlines };
}

function isCalloutTitle(element: Element): boolean {
  return attribute(element, 'data-callout-title') !== undefined || hasClass(element, 'callout-title');
}

function readStray(flow: Flow, element: Element): void {
  const item = readItem(element, (nodes) => collect(flow, nodes));
  addStrayItem(flow.blocks, item);
}

function readTableBlock(flow: Flow, element: Element): void {
  endParagraph(flow);
  const caption = findElement(element, (child) => child.tagName === 'caption');
  if (caption) withSpan(flow, { kind: 'emphasis' }, () => readBlock(flow, caption));
  if (!isPlainTable(element)) {
    for (const cell of cellsOf(element)) addBlocks(flow, collect(flow, cell.childNodes));
    return;
  }
  const table = readTable(element, (cell) => collect(flow, cell.childNodes));
  if (table) flow.blocks.push(table);
}

function readTerm(flow: Flow, element: Element): void {
  endParagraph(flow);
  withSpan(flow, { kind: 'strong' }, () => readWhole(flow, element));
  const last = flow.blocks.at(-1);
  flow.term = last?.kind === 'paragraph' ? last : null;
}

/** A definition stands below its term, in the same paragraph while it is one line. */
function readDefinition(flow: Flow, element: Element): void {
  const blocks = collect(flow, element.childNodes);
  const [first] = blocks;
  if (first?.kind === 'paragraph' && flow.term && flow.blocks.at(-1) === flow.term) {
    flow.term.inlines.push({ kind: 'break' }, ...first.inlines);
    blocks.shift();
  }
  flow.blocks.push(...blocks);
}

function readSummary(flow: Flow, element: Element): void {
  if (findElement(element, (child) => /^h[1-6]$/.test(child.tagName))) return readBlock(flow, element);
  endParagraph(flow);
  withSpan(flow, { kind: 'strong' }, () => readWhole(flow, element));
}

/** A heading is one line: what stood in it as several is joined. What is no text follows it. */
function readHeading(flow: Flow, element: Element): void {
  const blocks = collect(flow, element.childNodes);
  const lines = blocks.filter((block) => block.kind === 'paragraph').map((block) => block.inlines);
  const inlines = lines.flatMap((line, index) =>
    index === 0 ? line : [{ kind: 'text' as const, value: ' ' }, ...line],
  );
  const depth = Number(element.tagName.slice(1));
  if (inlines.length > 0) flow.blocks.push({ kind: 'heading', depth, id: anchorOf(element), inlines });
  flow.blocks.push(...blocks.filter((block) => block.kind !== 'paragraph'));
}

function anchorOf(heading: Element): string | null {
  const parent = heading.parentNode;
  const section = parent && 'tagName' in parent && parent.tagName === 'section' ? parent : null;
  return attribute(heading, 'id') ?? (section && attribute(section, 'id')) ?? null;
}
