import type { Image, List, Paragraph, PhrasingContent } from 'mdast';
import type { Block } from './content-blocks.ts';
import type { Span } from './content-spans.ts';
import { stripInvisible, type Element } from './content-tree.ts';

/**
 * The state of the conversion: finished blocks and the current paragraph. Spans and white space are added only
 * when text follows, so that white space stays outside of spans and there are no empty spans.
 */
export type Flow = {
  blocks: Block[];
  /** Children of the current paragraph. */
  inlines: PhrasingContent[];
  spans: ActiveSpan[];
  code: Element | null;
  lastCode: Element | null;
  space: boolean;
  breaks: number;
  isHeading: boolean;
  /** The paragraph of a term whose definition follows. */
  term: Paragraph | null;
  /** Collects items that are outside of a list. */
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

/** Adds a line break. Two breaks in a row end the paragraph, since they look like a paragraph break. */
export function addBreak(flow: Flow): void {
  flow.breaks += 1;
  flow.space = false;
  if (flow.breaks === 2) endParagraph(flow);
}

/** Calls `read` in the span, unless the span is open already. Returns true if the span got any content. */
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

/** Ends the current paragraph. All spans except links continue in the next one. */
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

/** Returns the blocks that `read` adds. */
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

/** Joins adjacent code: two runs of backticks in a row would be parsed as one. */
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

/** Adds pending space and opens waiting spans. Returns the parent's children, to which the next node is added. */
function prepare(flow: Flow): PhrasingContent[] {
  if (flow.inlines.length > 0) addSpace(flow);
  flow.space = false;
  flow.breaks = 0;
  for (const active of nextSpans(flow)) openSpan(flow, active);
  return siblingsIn(flow);
}

/** Adds pending space or a break. Headings and link labels are one line, so a break in them becomes a space. */
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
 * The spans to open before the next text. Links do not nest: only the innermost waiting link opens, and only if no link
 * is open. A span around an open span waits until the inner one closes.
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

/** Opens a span, or continues an adjacent one of the same type: `**a****b**` would not be parsed as two spans. */
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

/** Returns true if the span was open. */
function closeSpan(flow: Flow, { span, state }: ActiveSpan): boolean {
  if (state === 'open' && span.type === 'html') {
    siblingsIn(flow).push({ type: 'html', value: `</${span.tag}>` });
  }
  return state === 'open';
}

/** Also escapes `|`, for table cells. */
function titleAttribute(title: string | null): string {
  if (title === null) return '';
  const value = title.replace(/\s+/g, ' ').replace(/[&<>"|\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return ` title="${value}"`;
}

function isSame(one: Span, other: Span): boolean {
  if (one.type === 'link' || one.type !== other.type) return false;
  return one.type !== 'html' || other.type !== 'html' || one.tag === other.tag;
}
