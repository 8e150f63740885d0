/** A passage that the answer is based on. */
export type Source = { number: number; url: string; title: string };

/** An answer may link to this site's pages and to its sources. */
export type LinkRules = {
  /** The site's origins, starting with the one that the visitor uses. */
  origins: readonly [string, ...string[]];
  sources: readonly Source[];
};

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'citation'; href: string; source: Source };

type Context = {
  rules: LinkRules;
  /** Whether more text will follow. If so, unclosed markup is closed at the end. */
  isOpen: boolean;
  depth: number;
};
type Found = { spans: Inline[]; end: number };

const maxDepth = 5;
const escape = /\\([!-/:-@[-`{-~])/y;
const codeMark = /`+/y;
const hardBreak = /(?: {2,}|\\)\n/y;
const image = /!\[([^[\]\n]{0,300})\]\([^()\n]{0,1000}\)/y;
const link =
  /\[([^[\]\n]{1,300})\]\(\s*([^()\s]{1,1000}(?:\([^()\s]{0,100}\))?)(?:\s+"[^"\n]{0,300}")?\s*\)/y;
const citations = /\[(\d{1,3}(?:\s*[,;]\s*\d{1,3}){0,9})\]/y;
const unfinishedLink = /!?\[(?:[^[\]\n]{0,300}|[^[\]\n]{1,300}\]\([^()\n]{0,1000})$/;

/** Parses the spans of a block. Unsupported Markdown stays plain text. */
export function parseInline(text: string, rules: LinkRules, isOpen = false): Inline[] {
  const shown = isOpen ? text.replace(unfinishedLink, '') : text;
  return parseSpans(shown, { rules, isOpen, depth: 0 });
}

/**
 * Returns the URL for a link target, or undefined if the target is not allowed. Allowed are http and https URLs on
 * the site's origins, rewritten to the visitor's origin, and the exact URLs of sources.
 */
export function allowedUrl(target: string, { origins, sources }: LinkRules): string | undefined {
  if (!/^(?:\/|https?:\/\/)/i.test(target) || !URL.canParse(target, origins[0])) return undefined;
  const url = new URL(target, origins[0]);
  if (!isWebUrl(url) || url.username !== '' || url.password !== '') return undefined;
  if (origins.includes(url.origin)) return origins[0] + url.pathname + url.search + url.hash;
  const isSource = sources.some(
    (source) => URL.canParse(source.url) && new URL(source.url).href === url.href,
  );
  return isSource ? url.href : undefined;
}

export function isWebUrl(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

function parseSpans(text: string, context: Context): Inline[] {
  const spans: Inline[] = [];
  const unclosed = new Set<string>();
  let plain = '';
  let at = 0;
  const flush = () => {
    if (plain !== '') spans.push({ kind: 'text', text: plain });
    plain = '';
  };
  while (at < text.length) {
    const found = readSpan(text, at, context) ?? readEmphasis(text, at, { ...context, unclosed });
    if (!found) {
      plain += text[at] === '\n' ? ' ' : (text[at] ?? '');
      at += 1;
      continue;
    }
    const [only] = found.spans;
    if (found.spans.length === 1 && only?.kind === 'text') {
      plain += only.text;
    } else {
      // Remove white space before a citation, so that it does not wrap onto the next line.
      if (only?.kind === 'citation') plain = plain.trimEnd();
      flush();
      spans.push(...found.spans);
    }
    at = found.end;
  }
  flush();
  return spans;
}

function readSpan(text: string, at: number, context: Context): Found | undefined {
  switch (text[at]) {
    case '\\':
    case ' ':
      return readEscape(text, at);
    case '`':
      return readCode(text, at, context.isOpen);
    case '!': {
      const [whole, alternative = ''] = matchAt(image, text, at) ?? [];
      return whole === undefined ? undefined : toText(alternative, at + whole.length);
    }
    case '[':
      return readLink(text, at, context) ?? readCitations(text, at, context.rules);
    default:
      return undefined;
  }
}

function readEscape(text: string, at: number): Found | undefined {
  const brokenLine = matchAt(hardBreak, text, at);
  if (brokenLine) return { spans: [{ kind: 'break' }], end: at + brokenLine[0].length };
  const escaped = matchAt(escape, text, at);
  return escaped ? toText(escaped[1] ?? '', at + 2) : undefined;
}

function readCode(text: string, at: number, isOpen: boolean): Found {
  const mark = matchAt(codeMark, text, at)?.[0] ?? '`';
  const start = at + mark.length;
  const close = text.indexOf(mark, start);
  if (close < 0 && !isOpen) return toText(mark, start);
  const code = text.slice(start, close < 0 ? text.length : close);
  const end = close < 0 ? text.length : close + mark.length;
  return { spans: [{ kind: 'code', text: code.trim() }], end };
}

function readLink(text: string, at: number, context: Context): Found | undefined {
  const [whole, label = '', target = ''] = matchAt(link, text, at) ?? [];
  if (whole === undefined) return undefined;
  const children = parseSpans(label, { ...context, depth: context.depth + 1 });
  const href = allowedUrl(target, context.rules);
  return { spans: href ? [{ kind: 'link', href, children }] : children, end: at + whole.length };
}

function readCitations(text: string, at: number, rules: LinkRules): Found | undefined {
  const [whole, list = ''] = matchAt(citations, text, at) ?? [];
  if (whole === undefined) return undefined;
  const numbers = list.split(/[,;]/).map(Number);
  const cited = numbers.flatMap((number): Inline[] => {
    const source = rules.sources.find((candidate) => candidate.number === number);
    const href = source && allowedUrl(source.url, rules);
    return source && href ? [{ kind: 'citation', href, source }] : [];
  });
  if (cited.length < numbers.length) return toText(whole, at + whole.length);
  return { spans: cited, end: at + whole.length };
}

function readEmphasis(
  text: string,
  at: number,
  context: Context & { unclosed: Set<string> },
): Found | undefined {
  const character = text[at];
  if (character !== '*' && character !== '_') return undefined;
  const mark = text[at + 1] === character ? character + character : character;
  const start = at + mark.length;
  const opens = /\S/.test(text[start] ?? '') && !(character === '_' && isWord(text[at - 1]));
  if (!opens || context.depth >= maxDepth || context.unclosed.has(mark)) return toText(mark, start);
  let close = findClose(text, start, mark);
  if (close < 0 && !context.isOpen) {
    context.unclosed.add(mark);
    return toText(mark, start);
  }
  if (close < 0) close = text.length;
  const children = parseSpans(text.slice(start, close), { ...context, depth: context.depth + 1 });
  const kind = mark.length === 2 ? 'strong' : 'emphasis';
  return { spans: [{ kind, children }], end: Math.min(text.length, close + mark.length) };
}

function findClose(text: string, from: number, mark: string): number {
  const character = mark.charAt(0);
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 1)) {
    let end = at;
    while (text[end] === character) end += 1;
    const run = end - at;
    const closes = at > from && /\S/.test(text[at - 1] ?? '') && !(character === '_' && isWord(text[end]));
    // The last marks of a longer run close the outer emphasis.
    if (closes && (run >= 3 || run === mark.length)) return end - mark.length;
    at = end - 1;
  }
  return -1;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function toText(text: string, end: number): Found {
  return { spans: [{ kind: 'text', text }], end };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
