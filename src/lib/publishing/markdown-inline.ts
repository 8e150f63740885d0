import type { Inline } from './content-blocks.ts';
import { canMark } from './markdown-delimiters.ts';
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
