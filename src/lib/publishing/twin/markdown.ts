import type { Break, Image, InlineCode, Link, Root, Text } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, toMarkdown as write, type Handle, type Unsafe } from 'mdast-util-to-markdown';
import type { PageContent } from './article.ts';

export type Location = {
  /** The site's public origin: `https://www.example.org`. */
  origin: string;
  /** The page's path, against which its relative links are resolved. */
  path: string;
};

/**
 * Writes the content as GitHub Flavoured Markdown with absolute addresses. Tables always have a header row, cells
 * covered by a span are empty, and a cell is one line. A table with a nested table becomes the blocks of its cells.
 */
export function toMarkdown({ blocks }: Pick<PageContent, 'blocks'>, { origin, path }: Location): string {
  const base = new URL(path, origin);
  const root: Root = { type: 'root', children: blocks };
  return write(root, {
    bullet: '-',
    bulletOther: '+',
    rule: '*',
    resourceLink: true,
    // Prevents padding by giving all cells the same width.
    extensions: [gfmToMarkdown({ stringLength: () => 3 })],
    handlers: {
      root: writeRoot,
      text: writeText,
      break: writeBreak,
      inlineCode: writeInlineCode,
      link: withAbsoluteUrl(defaultHandlers.link, base),
      image: withAbsoluteUrl(defaultHandlers.image, base),
    },
  });
}

const writeRoot: Handle = (root: Root, _parent, state, info) => {
  state.unsafe = state.unsafe.map(narrow);
  return state.containerFlow(root, info);
};

const characterReference = '(?:#\\d{1,7}|#[xX][\\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\\d]*);';

/** Reduces escapes: the library also escapes `&` in addresses, `#tag` at the start of a line and `.` after any w. */
function narrow(pattern: Unsafe): Unsafe {
  const { character, atBreak, before, inConstruct, notInConstruct } = pattern;
  if (character === '&') return { character, inConstruct, after: characterReference };
  if (character === '#' && atBreak) return { character, atBreak, after: '#{0,5}\\s' };
  if (character !== '.' || before !== '[Ww]') return pattern;
  return { character, inConstruct, notInConstruct, before: '[Ww]{3}', after: '[\\-.\\w]' };
}

const webAddress =
  /(?:https?:\/\/|www\.)[a-z\d-]+(?:\.[a-z\d-]+)+(?:\/(?:(?:[\w./%=+#?:@$;-]|&(?!\w+;))*[a-z\d/])?)?/;
const emailAddress = /[a-z\d][\w.+-]*@[a-z\d-]+(?:\.[a-z\d]+)+/;
/** Matches addresses that GFM links as a whole, so they can't contain markup. */
const anyAddress = new RegExp(
  `(?<=[ \\n(])(?:${webAddress.source}|${emailAddress.source})(?=[.,:;!?)]*[ \\n])`,
  'gi',
);

/** Escapes text except for the addresses in it, which people and agents copy. */
const writeText: Handle = ({ value }: Text, _parent, state, info) => {
  const text = info.before + value + info.after;
  let written = '';
  let start = info.before.length;
  for (const { index, 0: address } of state.stack.includes('label') ? [] : text.matchAll(anyAddress)) {
    written += escape(start, index) + address;
    start = index + address.length;
  }
  return written + escape(start, text.length - info.after.length);

  /** The library escapes an underscore next to `*` but not next to `~`, where it needs an escape too. */
  function escape(from: number, to: number): string {
    const before = text.charAt(from - 1).replace('~', '*');
    const after = text.charAt(to).replace('~', '*');
    return state.safe(text.slice(from, to), { ...info, before, after });
  }
};

const writeBreak: Handle = (node: Break, parent, state, info) => {
  return state.stack.includes('tableCell') ? '<br>' : defaultHandlers.break(node, parent, state, info);
};

/** Every `|` in a cell is escaped, and parsers disagree on `|` after a backslash. */
const writeInlineCode: Handle = (node: InlineCode, parent, state, info) => {
  const code = defaultHandlers.inlineCode(node, parent, state);
  if (!state.stack.includes('tableCell')) return code;
  if (!node.value.includes('\\|')) return code.replaceAll('|', '\\|');
  return `<code>${state.safe(node.value, { ...info, before: '>', after: '<' })}</code>`;
};

/** Percent-encodes characters that would need escapes, so that the address can be copied. */
function withAbsoluteUrl(handle: Handle, base: URL): Handle {
  return (node: Link | Image, parent, state, info) => {
    const address = URL.parse(node.url, base)?.href ?? node.url;
    const url = address.replace(/[()|\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    return handle({ ...node, url }, parent, state, info);
  };
}
