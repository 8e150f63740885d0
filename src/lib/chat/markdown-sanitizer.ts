import { normalizeCitations } from './citations.ts';
import { bareUrl, createLinkPolicy, type LinkPolicy } from './link-policy.ts';

type SanitizerOptions = {
  /** The number of retrieved passages, and so the highest valid citation. */
  sourceCount: number;
  siteUrl: string;
  /** Texts of the passages: links to URLs in them are allowed. */
  passages: readonly string[];
};

type MarkdownSanitizer = {
  /** Takes the next piece and returns what is ready to show; incomplete words and brackets are buffered. */
  push(piece: string): string;
  /** Returns the rest of the buffer. */
  end(): string;
};

/** In characters, for an unclosed bracket or a very long word. */
const maxBuffer = 1000;
const maxNesting = 4;
/** Word joiner: an invisible character that prevents `](` and `]:` from forming a link. */
const joiner = '\u2060';
/** Private-use characters around the index of an allowed link; removed from the input. */
const [linkStart, linkEnd] = ['\uE000', '\uE001'];

/**
 * Sanitizes a model's Markdown while it streams. Keeps only citations of retrieved passages, each as `[n]`, and links
 * and bare URLs to this site or from the passages. Removes images and HTML. Clients may render the text with other
 * Markdown rules than ours, so text that any renderer could turn into a link is made harmless too.
 */
export function createMarkdownSanitizer(options: SanitizerOptions): MarkdownSanitizer {
  const links = createLinkPolicy(options);
  const sanitize = (text: string) => sanitizeText(text, { links, sourceCount: options.sourceCount });
  let buffer = '';
  let lastCharacter = '';

  /** Call it with short pieces: the time to find matching brackets grows faster than the length. */
  function take(piece: string): string {
    buffer += piece.replaceAll(/[\uE000\uE001\0]/g, '');
    const cut = findSafeCut(buffer);
    // When a very long word is cut, the space prevents its halves from forming one URL.
    const space = cut > 0 && cut === buffer.length ? ' ' : '';
    const ready = buffer.slice(0, cut);
    buffer = buffer.slice(cut);
    return separate(sanitize(ready)) + space;
  }

  /** Prevents two pieces from forming markup where they meet. */
  function separate(text: string): string {
    if (text === '') return '';
    const isRisky = /[!<\]\\]/.test(lastCharacter) && /^[^\s.,;?]/.test(text);
    lastCharacter = text.slice(-1);
    return isRisky ? joiner + text : text;
  }

  return {
    push(text) {
      let shown = '';
      for (let at = 0; at < text.length; at += maxBuffer) shown += take(text.slice(at, at + maxBuffer));
      return shown;
    },
    end() {
      const rest = buffer;
      buffer = '';
      return separate(sanitize(rest));
    },
  };
}

function sanitizeText(
  text: string,
  { links, sourceCount }: { links: LinkPolicy; sourceCount: number },
): string {
  const allowedLinks: string[] = [];
  // Some renderers resolve escapes before they look for URLs.
  const unescaped = removeImages(text).replaceAll(/\\+(?=[:/.])/g, '');
  return removeImages(normalizeCitations(extractLinks(unescaped, { links, allowedLinks }), sourceCount))
    .replaceAll(/<(?=[a-z/!?])/gi, '‹')
    .replaceAll(/&(?=#?\w{1,40};)/g, `&${joiner}`)
    .replaceAll(bareUrl, (url) => (links.isAllowed(url) ? url : '(link removed)'))
    .replaceAll(/\](?=[(:])/g, `]${joiner}`)
    .replaceAll(/\uE000(\d+)\uE001/g, (_, index: string) => allowedLinks[Number(index)] ?? '');
}

/** Turns images into links, which the link policy then allows or rejects. */
function removeImages(text: string): string {
  return text.replaceAll(/!+(?=\\?[[\uE000])/g, '');
}

/** Returns where the text can be cut: before the last word, and outside brackets that may become a link or citation. */
function findSafeCut(text: string): number {
  const lastWord = startOfTrailing(text.slice(0, startOfTrailing(text, /\S/)), /\s/);
  let cut = lastWord;
  for (const { start, end } of findBrackets(text).toReversed()) {
    if (start < cut && cut < end) cut = start;
  }
  if (text.length - cut <= maxBuffer) return cut;
  return text.length - lastWord <= maxBuffer ? lastWord : text.length;
}

/** Returns the start of the run of matching characters at the end of the text. */
function startOfTrailing(text: string, characters: RegExp): number {
  let at = text.length;
  while (at > 0 && characters.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/**
 * Finds the outermost brackets, including `!` or `\` before them and parentheses after them. A bracket that is not
 * closed, or may continue, ends at infinity. A blank line closes all brackets.
 */
function findBrackets(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/\n[ \t]*\n|[[\]]/g)) {
    const current = found.at(-1);
    if (mark === '[') {
      if (depth === 0) found.push({ start: startWithPrefix(text, index), end: Infinity });
      depth += 1;
    } else if (mark === ']') {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && current) current.end = index + 1 + parenthesesLength(text.slice(index + 1));
    } else {
      depth = 0;
      if (current?.end === Infinity) current.end = index;
    }
  }
  return found;
}

/** Returns the start of a bracket including `!` or `\` before it, and the white space before those. */
function startWithPrefix(text: string, bracket: number): number {
  return startOfTrailing(text.slice(0, startOfTrailing(text.slice(0, bracket), /[!\\]/)), /\s/);
}

/** Returns Infinity if the text ends before the parentheses are complete. */
function parenthesesLength(text: string): number {
  if (text === '') return Infinity;
  if (!text.startsWith('(')) return 0;
  const end = text.search(/\)|\n/);
  return end === -1 ? Infinity : end + 1;
}

/** Replaces `[text](url)` with a placeholder if the link is allowed, else with its text; inner links first. */
function extractLinks(
  text: string,
  { links, allowedLinks }: { links: LinkPolicy; allowedLinks: string[] },
): string {
  let result = text;
  for (let round = 0; round < maxNesting; round += 1) {
    const next = result.replaceAll(
      /\[([^[\]]*)\]\(\s*(?:(?:<?((?:[^\s()<>]|\([^\s()<>]*\))+)>?|<>?|>)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*)?\)/g,
      (_, label: string, url: string | undefined) => {
        if (/^[\s\d,;–-]+$/.test(label) && /\d/.test(label)) return `[${label}]`;
        if (url === undefined || !links.isAllowed(url) || label.trim() === '') return label;
        return `${linkStart}${allowedLinks.push(`[${toPlainLabel(label)}](${url})`) - 1}${linkEnd}`;
      },
    );
    if (next === result) return result;
    result = next;
  }
  return result;
}

function toPlainLabel(label: string): string {
  return label.replaceAll('<', '‹').replaceAll(/[\uE000\uE001]/g, '');
}
