import type { Inline } from './content-blocks.ts';
import {
  escapeAddress,
  escapeAttribute,
  escapeText,
  quoteTitle,
  type Surroundings,
} from './markdown-escape.ts';

export type Place = 'paragraph' | 'heading' | 'cell';
/** Makes an address absolute. */
export type Resolve = (address: string) => string;

type Signs = { open: string; close: string };

const MARKS = { strong: '**', emphasis: '_', strike: '~~' } as const;
const TAGS = { strong: 'strong', emphasis: 'em', strike: 'del' } as const;
const EDGES = { strong: '*', emphasis: '_', strike: '~', html: '<', link: '[' } as const;
/** An address in plain text becomes a link in GFM, and an underscore before it would be its first character. */
const MAILBOX = /^[\w.+-]+@/;

/** One paragraph, heading or cell as GFM. */
export function writeInlines(inlines: Inline[], place: Place, resolve: Resolve): string {
  const signs = chooseSigns(inlines, resolve);
  let result = '';
  let labels = 0;
  for (const [index, inline] of inlines.entries()) {
    if (inline.kind === 'text') {
      result += escapeText(inline.value, surroundingsAt(inlines, index, place, labels > 0));
    } else if (inline.kind === 'code') {
      result += writeCode(inline.value, place, labels > 0);
    } else if (inline.kind === 'break') {
      result += writeBreak(place);
    } else if (inline.kind === 'image') {
      result += writeImage(inline, resolve);
    } else {
      if (inline.span.kind === 'link') labels += inline.kind === 'open' ? 1 : -1;
      result += signs[index] ?? '';
    }
  }
  return result;
}

function surroundingsAt(inlines: Inline[], index: number, place: Place, inLabel: boolean): Surroundings {
  const before = inlines[index - 1];
  const after = inlines[index + 1];
  const startsLine = place === 'paragraph' && (!before || before.kind === 'break');
  const line = startsLine ? (before ? 'later' : 'first') : 'inside';
  const opensLink = after?.kind === 'open' && after.span.kind === 'link';
  const next = opensLink ? 'link' : after ? 'other' : 'nothing';
  return { line, next, inLabel, inCell: place === 'cell' };
}

function writeBreak(place: Place): string {
  if (place === 'paragraph') return '\\\n';
  return place === 'cell' ? '<br>' : ' ';
}

/** A cell's bars are escaped even in code, and a backslash before one cannot be told from such an escape. */
function writeCode(value: string, place: Place, inLabel: boolean): string {
  if (place === 'cell' && value.includes('\\|')) {
    const around = { line: 'inside', next: 'other', inLabel, inCell: true } as const;
    return `<code>${escapeText(value, around)}</code>`;
  }
  const runs: string[] = value.match(/`+/g) ?? [];
  let fence = '`';
  while (runs.includes(fence)) fence += '`';
  const isPadded = value.startsWith('`') || value.endsWith('`');
  const code = isPadded ? `${fence} ${value} ${fence}` : fence + value + fence;
  return place === 'cell' ? code.replaceAll('|', '\\|') : code;
}

function writeImage({ src, alt, title }: Inline & { kind: 'image' }, resolve: Resolve): string {
  const label = escapeText(alt, { line: 'inside', next: 'other', inLabel: true, inCell: true });
  return `![${label}](${escapeAddress(resolve(src))}${title ? ` ${quoteTitle(title)}` : ''})`;
}

/** The sign at each place where a span opens or closes. */
function chooseSigns(inlines: Inline[], resolve: Resolve): string[] {
  const signs: string[] = [];
  const starts: number[] = [];
  for (const [index, inline] of inlines.entries()) {
    if (inline.kind === 'open') starts.push(index);
    if (inline.kind !== 'close') continue;
    const start = starts.pop() ?? 0;
    const { open, close } = signsFor(inlines, start, index, resolve);
    signs[start] = open;
    signs[index] = close;
  }
  return signs;
}

function signsFor(inlines: Inline[], start: number, end: number, resolve: Resolve): Signs {
  const opening = inlines[start];
  if (opening?.kind !== 'open') return { open: '', close: '' };
  const { span } = opening;
  if (span.kind === 'link') {
    const title = span.title ? ` ${quoteTitle(span.title)}` : '';
    return { open: '[', close: `](${escapeAddress(resolve(span.href))}${title})` };
  }
  if (span.kind === 'html') {
    const title = span.title === null ? '' : ` title="${escapeAttribute(span.title)}"`;
    return { open: `<${span.tag}${title}>`, close: `</${span.tag}>` };
  }
  if (canMark(inlines, start, end, span.kind)) return { open: MARKS[span.kind], close: MARKS[span.kind] };
  return { open: `<${TAGS[span.kind]}>`, close: `</${TAGS[span.kind]}>` };
}

/**
 * Whether a delimiter run is read as opening at `start` and closing at `end` (CommonMark 6.2), which depends
 * on the characters on either side. Runs of one kind must not touch either.
 */
function canMark(inlines: Inline[], start: number, end: number, kind: keyof typeof MARKS): boolean {
  const before = inlines[start - 1];
  if (before?.kind === 'close' && before.span.kind === kind) return false;
  const first = inlines[start + 1];
  if (kind === 'emphasis' && (isMailbox(first) || isMailbox(inlines[end + 1]))) return false;
  const outer = [lastOf(before), firstOf(inlines[end + 1])] as const;
  const inner = [firstOf(first), lastOf(inlines[end - 1])] as const;
  return inner.every((side, index) => {
    const across = classify(outer[index] ?? ' ');
    const own = classify(side);
    if (own === 'space' || across === 'unsure') return false;
    if (kind === 'emphasis' && across === 'word') return false;
    return own === 'word' || across !== 'word';
  });
}

function isMailbox(inline: Inline | undefined): boolean {
  return inline?.kind === 'text' && MAILBOX.test(inline.value);
}

/** Halves of characters beyond the basic plane are read differently by different parsers. */
function classify(character: string): 'space' | 'sign' | 'word' | 'unsure' {
  if (/\s/.test(character)) return 'space';
  if (/[\p{P}\p{S}]/u.test(character)) return 'sign';
  return /[\uD800-\uDFFF]/.test(character) ? 'unsure' : 'word';
}

function firstOf(inline: Inline | undefined): string {
  if (!inline) return ' ';
  if (inline.kind === 'text') return inline.value.charAt(0);
  if (inline.kind === 'open') return EDGES[inline.span.kind];
  if (inline.kind === 'close') return inline.span.kind === 'link' ? ']' : EDGES[inline.span.kind];
  return inline.kind === 'code' ? '`' : inline.kind === 'image' ? '!' : '\\';
}

function lastOf(inline: Inline | undefined): string {
  if (!inline || inline.kind === 'break') return ' ';
  if (inline.kind === 'text') return inline.value.charAt(inline.value.length - 1);
  if (inline.kind === 'close') return inline.span.kind === 'link' ? ')' : EDGES[inline.span.kind];
  if (inline.kind === 'open') return EDGES[inline.span.kind];
  return inline.kind === 'code' ? '`' : ')';
}
