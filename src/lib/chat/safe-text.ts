import { bareAddress, createLinkRule, type LinkRule } from './safe-links.ts';

type SafeTextOptions = {
  /** How many passages were retrieved: `[1]` up to this number are citations. */
  sources: number;
  siteUrl: string;
  /** Text of the passages: addresses that stand in it may be linked to. */
  passages: readonly string[];
};

export type SafeText = {
  /** Takes the next piece and gives what is ready to be shown; the last words are held back until they are whole. */
  push(piece: string): string;
  /** What was held back. */
  end(): string;
};

/** How much is held back for a bracket that does not close, or a word without end. */
const longestHold = 1000;
/** Keeps `](` and `]:` from making a link, and shows nothing. */
const joiner = '\u2060';
/** Stand for links that passed while the rest is made harmless; taken out of what comes in. */
const [kept, keptEnd] = ['\uE000', '\uE001'];

/**
 * Makes a model's text harmless as Markdown while it streams: citations only of what was retrieved, each as
 * `[n]`; no images, no HTML; links and bare addresses only to this site or to what the passages name. Another
 * reader may render it by other rules, so what is no link to us is made to look like none to anybody.
 */
export function createSafeText({ sources, siteUrl, passages }: SafeTextOptions): SafeText {
  const links = createLinkRule({ siteUrl, passages });
  let held = '';
  let last = '';
  return {
    push(text) {
      let shown = '';
      for (let at = 0; at < text.length; at += longestHold) shown += take(text.slice(at, at + longestHold));
      return shown;
    },
    end() {
      const rest = held;
      held = '';
      return apart(clean(rest));
    },
  };

  /** Short pieces alone, since looking for what belongs together takes longer than a text is long. */
  function take(piece: string): string {
    held += piece.replaceAll(/[\uE000\uE001\0]/g, '');
    const cut = readyUpTo(held);
    // A word without end is cut somewhere: the space keeps its halves from being read as one address.
    const space = cut > 0 && cut === held.length ? ' ' : '';
    const ready = held.slice(0, cut);
    held = held.slice(cut);
    return apart(clean(ready)) + space;
  }

  /** Keeps what was taken out between two pieces from making markup of their ends. */
  function apart(text: string): string {
    if (text === '') return '';
    const isRisky = /[!<\]\\]/.test(last) && /^[^\s.,;?]/.test(text);
    last = text.slice(-1);
    return isRisky ? joiner + text : text;
  }

  function clean(text: string): string {
    const safeLinks: string[] = [];
    // Escaped, they would still make an address for readers that look for one after the escapes are gone.
    const plainMarks = withoutImages(text).replaceAll(/\\+(?=[:/.])/g, '');
    return withoutImages(cite(keepLinks(plainMarks, { links, safeLinks }), sources))
      .replaceAll(/<(?=[a-z/!?])/gi, '‹')
      .replaceAll(/&(?=#?\w{1,40};)/g, `&${joiner}`)
      .replaceAll(bareAddress, (address) => (links.isAllowed(address) ? address : '(link removed)'))
      .replaceAll(/\](?=[(:])/g, `]${joiner}`)
      .replaceAll(/\uE000(\d+)\uE001/g, (_, index: string) => safeLinks[Number(index)] ?? '');
  }
}

/** An image without its exclamation mark is a link, and judged as one. */
function withoutImages(text: string): string {
  return text.replaceAll(/!+(?=\\?[[\uE000])/g, '');
}

/**
 * Up to where the text can be judged: before the white space ahead of the last word, and not within brackets that
 * may be or become a link or a citation.
 */
function readyUpTo(text: string): number {
  const lastWord = endOf(text.slice(0, endOf(text, /\S/)), /\s/);
  const brackets = bracketsIn(text);
  let cut = lastWord;
  for (const { start, end } of brackets.toReversed()) {
    if (start < cut && cut < end) cut = start;
  }
  if (text.length - cut <= longestHold) return cut;
  return text.length - lastWord <= longestHold ? lastWord : text.length;
}

/** Where the characters of a sort begin that the text ends with. */
function endOf(text: string, sort: RegExp): number {
  let at = text.length;
  while (at > 0 && sort.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/**
 * Outermost brackets, with what belongs before them and the parentheses behind them; those that are not closed
 * yet, or may go on, have no end. A blank line ends all.
 */
function bracketsIn(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/\n[ \t]*\n|[[\]]/g)) {
    const current = found.at(-1);
    if (mark === '[') {
      if (depth === 0) found.push({ start: startOf(text, index), end: Infinity });
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

/** Before the marks that make an image of a link or a character of a bracket, and the white space before them. */
function startOf(text: string, bracket: number): number {
  return endOf(text.slice(0, endOf(text.slice(0, bracket), /[!\\]/)), /\s/);
}

/** Infinity when the text ends before it is told. */
function parenthesesLength(text: string): number {
  if (text === '') return Infinity;
  if (!text.startsWith('(')) return 0;
  const end = text.search(/\)|\n/);
  return end === -1 ? Infinity : end + 1;
}

/** `[text](address)`, inner ones first, as an image in a link has them. */
function keepLinks(text: string, { links, safeLinks }: { links: LinkRule; safeLinks: string[] }): string {
  let result = text;
  for (let round = 0; round < 4; round += 1) {
    const next = result.replaceAll(
      /\[([^[\]]*)\]\(\s*(?:(?:<?((?:[^\s()<>]|\([^\s()<>]*\))+)>?|<>?|>)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*)?\)/g,
      (_, label: string, address: string | undefined) => {
        if (/^[\s\d,;–-]+$/.test(label) && /\d/.test(label)) return `[${label}]`;
        if (address === undefined || !links.isAllowed(address) || label.trim() === '') return label;
        return `${kept}${safeLinks.push(`[${plain(label)}](${address})`) - 1}${keptEnd}`;
      },
    );
    if (next === result) return result;
    result = next;
  }
  return result;
}

/** A label without anything that makes markup of its own. */
function plain(label: string): string {
  return label.replaceAll('<', '‹').replaceAll(/[\uE000\uE001]/g, '');
}

/** A number or several in one pair of brackets, as models write them: `[1]`, `[1, 2]`, `[[3]]`, `[source 4]`. */
const oneCitation = String.raw`\\?[[【](?:[ \t]*\\?[[【])*[ \t]*(?:(?:passages?|sources?)[ \t]*)?[#^]?\d+(?:[ \t]*[,;–-][ \t]*\d+|[ \t]+\d+)*[ \t]*(?:\\?[\]】])+`;
const citations = new RegExp(String.raw`([ \t]{0,3})(${oneCitation})(?=([.,;:?!)]*(?:\s|$))|)`, 'gi');

/** Gives each citation as `[1]` or `[1][2]`, with the numbers that were retrieved, each once. */
function cite(text: string, sources: number): string {
  let result = text;
  for (let round = 0; round < 4; round += 1) {
    const next = result.replaceAll(citations, (_, space: string, marks: string, end: string | undefined) => {
      const numbers = [...new Set(numbersIn(marks))].filter((number) => number >= 1 && number <= sources);
      if (numbers.length > 0) return space + numbers.map((number) => `[${number}]`).join('');
      // What follows keeps its distance from what went before, lest they become one word.
      return end === undefined ? space : '';
    });
    if (next === result) return result;
    result = next;
  }
  // Brackets in brackets in brackets: nobody means these.
  return result.replaceAll(/[[\]【】]/g, '');
}

function numbersIn(group: string): number[] {
  return [...group.matchAll(/(\d+)(?:[ \t]*[–-][ \t]*(\d+))?/g)].flatMap(([, from = '', to = from]) => {
    const [first, last] = [Number(from), Number(to)];
    if (last < first || last - first > 20) return [first];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
