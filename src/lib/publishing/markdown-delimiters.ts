import type { Inline } from './content-blocks.ts';

type Mark = 'strong' | 'emphasis' | 'strike';

const EDGES = { strong: '*', emphasis: '_', strike: '~', html: '<', link: '[' } as const;

/** Mail addresses in plain text become links in GFM, and an underscore beside one would be part of it. */
const MAILBOX_START = /^[\w.+-]*@/;
const MAILBOX_END = /@[\w.-]*$/;

/**
 * Whether a delimiter run is read as opening at `start` and closing at `end` (CommonMark 6.2), which depends
 * on the characters on either side. Runs of one kind must not touch either.
 */
export function canMark(inlines: Inline[], start: number, end: number, kind: Mark): boolean {
  const before = inlines[start - 1];
  if (before?.kind === 'close' && before.span.kind === kind) return false;
  const first = inlines[start + 1];
  if (kind === 'emphasis' && touchesMailbox(first, inlines[end - 1], inlines[end + 1])) return false;
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

function touchesMailbox(first?: Inline, last?: Inline, after?: Inline): boolean {
  const startsWithOne = [first, after].some(
    (inline) => inline?.kind === 'text' && MAILBOX_START.test(inline.value),
  );
  return startsWithOne || (last?.kind === 'text' && MAILBOX_END.test(last.value));
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
