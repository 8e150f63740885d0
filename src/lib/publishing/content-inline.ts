import type { Block, Inline, Paragraph, Span } from './content-blocks.ts';
import { stripInvisible, type Element } from './content-tree.ts';

/**
 * Where a reader stands: the blocks it has finished and the line it gathers. Spans and white space wait until
 * something visible follows, so that white space ends up outside of spans and empty spans vanish.
 */
export type Flow = {
  blocks: Block[];
  inlines: Inline[];
  spans: ActiveSpan[];
  code: Element | null;
  lastCode: Element | null;
  space: boolean;
  breaks: number;
  /** Term of a definition list that waits for its definition. */
  term: Paragraph | null;
};

type ActiveSpan = { span: Span; state: 'waiting' | 'open' | 'done' };

export function createFlow(): Flow {
  const empty = { code: null, lastCode: null, space: false, breaks: 0, term: null };
  return { blocks: [], inlines: [], spans: [], ...empty };
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

export function addImage(flow: Flow, image: { src: string; alt: string; title: string | null }): void {
  prepare(flow);
  flow.inlines.push({ kind: 'image', ...image });
}

/** Two in a row end the paragraph, as they do to the eye. */
export function addBreak(flow: Flow): void {
  flow.breaks += 1;
  flow.space = false;
  if (flow.breaks === 2) endParagraph(flow);
}

/** Reads with a span around, unless it is there already, and tells whether a link came to hold anything. */
export function withSpan(flow: Flow, span: Span, read: () => void): boolean {
  if (flow.spans.some((active) => isSame(active.span, span)) || (flow.code && span.kind !== 'link')) {
    read();
    return true;
  }
  const active: ActiveSpan = { span, state: 'waiting' };
  flow.spans.push(active);
  read();
  flow.spans.pop();
  if (active.state === 'open') flow.inlines.push({ kind: 'close', span });
  return active.state !== 'waiting';
}

/** Spans that reach over a paragraph's end go on in the next, but a link is made once. */
export function endParagraph(flow: Flow, bare = true): void {
  for (const active of flow.spans.toReversed()) {
    if (active.state !== 'open') continue;
    flow.inlines.push({ kind: 'close', span: active.span });
    active.state = active.span.kind === 'link' ? 'done' : 'waiting';
  }
  if (flow.inlines.length > 0) flow.blocks.push({ kind: 'paragraph', bare, inlines: flow.inlines });
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
  prepare(flow);
  const last = flow.inlines.at(-1);
  if (last?.kind === 'text') last.value += value;
  else flow.inlines.push({ kind: 'text', value });
}

function addCode(flow: Flow, code: Element, value: string): void {
  const last = flow.inlines.at(-1);
  const space = flow.space ? ' ' : '';
  const apart = flow.breaks > 0 || (space && flow.lastCode !== code) || nextSpans(flow).length > 0;
  flow.lastCode = code;
  if (last?.kind === 'code' && !apart) {
    last.value += space + value;
    return;
  }
  prepare(flow);
  flow.inlines.push({ kind: 'code', value });
}

function prepare(flow: Flow): void {
  if (flow.inlines.length > 0) addSpace(flow);
  flow.space = false;
  flow.breaks = 0;
  for (const active of nextSpans(flow)) {
    flow.inlines.push({ kind: 'open', span: active.span });
    active.state = 'open';
  }
}

function addSpace(flow: Flow): void {
  const last = flow.inlines.at(-1);
  if (flow.breaks > 0) flow.inlines.push({ kind: 'break' });
  else if (flow.space && last?.kind === 'text') last.value += ' ';
  else if (flow.space) flow.inlines.push({ kind: 'text', value: ' ' });
}

/**
 * What opens at the next character. Links do not nest: of several that wait the innermost opens, and none
 * inside an open one. A span whose inner span is already open has to wait until that closes.
 */
function nextSpans(flow: Flow): ActiveSpan[] {
  const { spans } = flow;
  if (spans.every((active) => active.state !== 'waiting')) return [];
  const lastOpen = spans.findLastIndex((active) => active.state === 'open');
  const links = spans.filter((active) => active.span.kind === 'link');
  const link = links.some((active) => active.state === 'open') ? undefined : links.at(-1);
  return spans.filter((active, index) => {
    if (active.state !== 'waiting' || index < lastOpen) return false;
    return active.span.kind !== 'link' || active === link;
  });
}

function isSame(one: Span, other: Span): boolean {
  if (one.kind === 'link' || one.kind !== other.kind) return false;
  return one.kind !== 'html' || other.kind !== 'html' || one.tag === other.tag;
}
