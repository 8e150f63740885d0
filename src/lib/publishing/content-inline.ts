import type { Image, List, Paragraph, PhrasingContent } from 'mdast';
import type { Block, Span } from './content-blocks.ts';
import { stripInvisible, type Element } from './content-tree.ts';

/**
 * The reader's state: finished blocks and the paragraph in progress. Spans and white space wait until
 * something visible follows, so that white space ends up outside of spans and empty spans vanish.
 */
export type Flow = {
  blocks: Block[];
  /** Children of the paragraph in progress. */
  inlines: PhrasingContent[];
  spans: ActiveSpan[];
  code: Element | null;
  lastCode: Element | null;
  space: boolean;
  breaks: number;
  isHeading: boolean;
  /** Term of a definition list that waits for its definition. */
  term: Paragraph | null;
  /** List of items that stood outside any list. */
  strays: List | null;
};

type ActiveSpan = { span: Span; state: 'waiting' | 'open' | 'done'; children: PhrasingContent[] };

export function createFlow(): Flow {
  const empty = { code: null, lastCode: null, space: false, breaks: 0, isHeading: false, term: null };
  return { blocks: [], inlines: [], spans: [], strays: null, ...empty };
}

export function addText(flow: Flow, raw: string): void {
  const text = stripInvisible(raw).replace(/[ \t\n\r\f]+/g, ' ');
  if (text.trim() === '') {
    flow.space ||= text !== '';
    return;
  }
  flow.space ||= text.startsWith(' ');
  const value = text.replace(/^ | $/g, '');
  if (flow.code) addCode(flow, flow.code, value);
  else addValue(flow, value);
  flow.space = text.endsWith(' ');
}

export function addImage(flow: Flow, image: Omit<Image, 'type'>): void {
  prepare(flow).push({ type: 'image', ...image });
}

/** Two in a row end the paragraph, as they do to the eye. */
export function addBreak(flow: Flow): void {
  flow.breaks += 1;
  flow.space = false;
  if (flow.breaks === 2) endParagraph(flow);
}

/** Reads inside a span unless it is open already. Returns whether a link came to hold anything. */
export function withSpan(flow: Flow, span: Span, read: () => void): boolean {
  if (flow.spans.some((active) => isSame(active.span, span)) || (flow.code && span.type !== 'link')) {
    read();
    return true;
  }
  const active: ActiveSpan = { span, state: 'waiting', children: [] };
  flow.spans.push(active);
  read();
  closeSpan(flow, active);
  flow.spans.pop();
  return active.state !== 'waiting';
}

/** Spans that reach over a paragraph's end go on in the next, but a link is made once. */
export function endParagraph(flow: Flow, isBare = true): void {
  for (const active of flow.spans.toReversed()) {
    if (!closeSpan(flow, active)) continue;
    active.state = active.span.type === 'link' ? 'done' : 'waiting';
  }
  if (flow.inlines.length > 0) {
    flow.blocks.push({ type: 'paragraph', children: flow.inlines, data: { isBare } });
  }
  flow.inlines = [];
  flow.space = false;
  flow.breaks = 0;
  flow.lastCode = null;
}

/** What `read` leaves, as blocks of their own. */
export function collectBlocks(flow: Flow, read: () => void): Block[] {
  endParagraph(flow);
  const { blocks: outer, term } = flow;
  flow.blocks = [];
  flow.term = null;
  read();
  endParagraph(flow);
  const inner = flow.blocks;
  flow.blocks = outer;
  flow.term = term;
  return inner;
}

function addValue(flow: Flow, value: string): void {
  const siblings = prepare(flow);
  const last = siblings.at(-1);
  if (last?.type === 'text') last.value += value;
  else siblings.push({ type: 'text', value });
}

/** Code that touches other code joins it: two runs of backticks in a row would be read as one. */
function addCode(flow: Flow, code: Element, value: string): void {
  const last = siblingsIn(flow).at(-1);
  const goesOn = flow.lastCode === code && flow.breaks === 0 && nextSpans(flow).length === 0;
  flow.lastCode = code;
  if (last?.type === 'inlineCode' && goesOn) {
    last.value += flow.space ? ` ${value}` : value;
    return;
  }
  const siblings = prepare(flow);
  const before = siblings.at(-1);
  if (before?.type === 'inlineCode') before.value += value;
  else siblings.push({ type: 'inlineCode', value });
}

/** Writes the space and opens the spans that wait, and returns where the next node goes. */
function prepare(flow: Flow): PhrasingContent[] {
  if (flow.inlines.length > 0) addSpace(flow);
  flow.space = false;
  flow.breaks = 0;
  for (const active of nextSpans(flow)) openSpan(flow, active);
  return siblingsIn(flow);
}

/** A heading and a link's label are one line, so that a break is a space there. */
function addSpace(flow: Flow): void {
  const siblings = siblingsIn(flow);
  const last = siblings.at(-1);
  const isLine =
    flow.isHeading || flow.spans.some(({ span, state }) => span.type === 'link' && state === 'open');
  if (!flow.space && flow.breaks === 0) return;
  if (flow.breaks > 0 && !isLine) siblings.push({ type: 'break' });
  else if (last?.type === 'text') last.value += ' ';
  else siblings.push({ type: 'text', value: ' ' });
}

/** Children of the innermost open span, or else of the paragraph. */
function siblingsIn(flow: Flow): PhrasingContent[] {
  const innermost = flow.spans.findLast(({ span, state }) => state === 'open' && span.type !== 'html');
  return innermost?.children ?? flow.inlines;
}

/**
 * What opens at the next character. Links do not nest: of several that wait the innermost opens, and none
 * inside an open one. A span whose inner span is already open has to wait until that closes.
 */
function nextSpans(flow: Flow): ActiveSpan[] {
  const { spans } = flow;
  if (spans.every((active) => active.state !== 'waiting')) return [];
  const lastOpen = spans.findLastIndex((active) => active.state === 'open');
  const links = spans.filter((active) => active.span.type === 'link');
  const link = links.some((active) => active.state === 'open') ? undefined : links.at(-1);
  return spans.filter((active, index) => {
    if (active.state !== 'waiting' || index < lastOpen) return false;
    return active.span.type !== 'link' || active === link;
  });
}

/** A span right after its like continues it: `**a****b**` is not read as two. */
function openSpan(flow: Flow, active: ActiveSpan): void {
  const { span } = active;
  const siblings = siblingsIn(flow);
  const last = siblings.at(-1);
  active.state = 'open';
  if (span.type === 'html') {
    siblings.push({ type: 'html', value: `<${span.tag}${titleAttribute(span.title)}>` });
  } else if (span.type !== 'link' && last?.type === span.type) {
    active.children = last.children;
  } else {
    active.children = [];
    siblings.push({ ...span, children: active.children });
  }
}

/** Returns whether the span was open. */
function closeSpan(flow: Flow, { span, state }: ActiveSpan): boolean {
  if (state === 'open' && span.type === 'html') {
    siblingsIn(flow).push({ type: 'html', value: `</${span.tag}>` });
  }
  return state === 'open';
}

/** Safe in a table cell too. */
function titleAttribute(title: string | null): string {
  if (title === null) return '';
  const value = title.replace(/\s+/g, ' ').replace(/[&<>"|\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return ` title="${value}"`;
}

function isSame(one: Span, other: Span): boolean {
  if (one.type === 'link' || one.type !== other.type) return false;
  return one.type !== 'html' || other.type !== 'html' || one.tag === other.tag;
}
