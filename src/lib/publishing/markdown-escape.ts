/** What surrounds a run of text, as far as it decides what must be escaped. */
export type Surroundings = {
  /** `first` and `later` are the start of a paragraph's first line and of those after a hard break. */
  line: 'first' | 'later' | 'inside';
  /** What is written right after: a link or image can turn a final `!` into its own. */
  next: 'link' | 'other' | 'nothing';
  inLabel: boolean;
  inCell: boolean;
};

const SPECIAL = /[\\`*_[\]<&~|!]/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
const REFERENCE = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);/i;
const URL_RUN = /(?:https?:\/\/|www\.)[^\s<]*/gi;
/** Addresses that GFM takes as one literal link, to the end, so that nothing in them can be markup. */
const LITERAL_URL = /^(?:https?:\/\/|www\.)[a-z\d-]+(?:\.[a-z\d-]+)+(?:\/(?:[\w./%=+#?:@$;-]*[a-z\d/])?)?$/i;

/**
 * Text such that a GFM parser reads back the same text and nothing else (CommonMark 6, GFM 6.9). Escapes only
 * what would otherwise be markup where it stands, so that ordinary prose stays as it is.
 */
export function escapeText(text: string, around: Surroundings): string {
  const escaped = hasUrl(text) && !around.inLabel ? escapeAroundUrls(text, around) : escapeRun(text, around);
  return around.line === 'inside' ? escaped : escapeLineStart(escaped, around.line);
}

/** Value for an attribute of the few HTML elements that Markdown has no sign for, safe in a cell too. */
export function escapeAttribute(value: string): string {
  return value.replace(/\s+/g, ' ').replace(/[&<>"|\\]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The address between a link's round brackets: nothing in it can end it, its cell or be an escape. */
export function escapeAddress(address: string): string {
  return address.replace(/&(?=#?[a-z\d]+;)/gi, '&amp;').replace(/[\s<>()|\\`]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 128
      ? `%${code.toString(16).toUpperCase().padStart(2, '0')}`
      : encodeURIComponent(character);
  });
}

/** A link's title with its quotes. */
export function quoteTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  return `"${line.replace(/["\\|]/g, '\\$&').replace(/&(?=#?[a-z\d]+;)/gi, '\\&')}"`;
}

function hasUrl(text: string): boolean {
  return text.includes('://') || /www\./i.test(text);
}

function escapeAroundUrls(text: string, around: Surroundings): string {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(URL_RUN)) {
    result += escapeRun(text.slice(end, match.index), { ...around, line: 'inside', next: 'other' });
    end = match.index + match[0].length;
    const next = end === text.length ? around.next : text.charAt(end) === '<' ? 'other' : 'nothing';
    result += escapeUrl(match[0], text.charAt(match.index - 1), { ...around, line: 'inside', next });
  }
  return result + escapeRun(text.slice(end), { ...around, line: 'inside' });
}

/** An address that stays as it is, or one that no parser takes for a link, so that escapes work in it. */
function escapeUrl(run: string, before: string, around: Surroundings): string {
  const url = run.replace(/[?!.,:]+$/, '');
  const isLiteral = LITERAL_URL.test(url) && /^[\s(]?$/.test(before);
  const tail = escapeRun(run.slice(url.length), around);
  if (around.next === 'nothing' && isLiteral) return url + tail;
  const escaped = escapeRun(url, around) + tail;
  if (around.next === 'nothing' && escaped === run) return run;
  return escaped.replace(/https?(?=:\/\/)|www(?=\.)/gi, '$&\\');
}

function escapeRun(text: string, around: Surroundings): string {
  if (!SPECIAL.test(text)) return text;
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (SPECIAL.test(character) && isMarkup(text, index, around)) result += '\\';
    result += character;
  }
  return result;
}

function isMarkup(text: string, index: number, { line, next, inLabel, inCell }: Surroundings): boolean {
  const before = text.charAt(index - 1);
  const after = text.charAt(index + 1);
  switch (text.charAt(index)) {
    case '\\':
      return after === '' || PUNCTUATION.test(after);
    case '*':
      return before.trim() !== '' || after !== ' ' || index === 0;
    case '_':
      return !(WORD.test(before) && WORD.test(after));
    case '~':
      return !((before === '' ? line !== 'inside' : before === ' ') && WORD.test(after));
    case '<':
      return after === '' || /[a-z/!?]/i.test(after) || (after !== ' ' && text.includes('@', index));
    case '&':
      return REFERENCE.test(text.slice(index, index + 40));
    case '!':
      return after === '' && next === 'link';
    case ']':
      return inLabel;
    case '|':
      return inCell;
    default:
      return true;
  }
}

/** On later lines also what would make the line before a heading or a table's header. */
function escapeLineStart(text: string, line: 'first' | 'later'): string {
  const numbered = /^(\d{1,9})([.)])(?=\s|$)/.exec(text);
  if (numbered) return `${numbered[1]}\\${text.slice(numbered[1]?.length)}`;
  const isMarker = /^(?:>|#{1,6}(?:\s|$)|[-+](?:[\s-]|$))/.test(text);
  return isMarker || (line === 'later' && /^[-=:|]/.test(text)) ? `\\${text}` : text;
}
