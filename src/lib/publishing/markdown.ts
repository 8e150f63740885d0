import type { Break, Image, InlineCode, Link, Root, Text } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, toMarkdown as write, type Handle, type Unsafe } from 'mdast-util-to-markdown';
import type { PageContent } from './content.ts';

export type Location = {
  /** The site's public origin: `https://larkmoor.example`. */
  origin: string;
  /** The page's path, against which its relative links are resolved. */
  path: string;
};

/**
 * The content as GitHub Flavoured Markdown with absolute addresses. Tables always have a header row, cells
 * that a span covers are empty, and a cell is one line. A table inside a table dissolves the outer one.
 */
export function toMarkdown({ blocks }: Pick<PageContent, 'blocks'>, { origin, path }: Location): string {
  const base = new URL(path, origin);
  const root: Root = { type: 'root', children: blocks };
  return write(root, {
    bullet: '-',
    bulletOther: '+',
    rule: '*',
    resourceLink: true,
    // Cells that count as equally wide are not padded.
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

const CHARACTER_REFERENCE = '(?:#\\d{1,7}|#[xX][\\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\\d]*);';

/** The library also escapes `&` in addresses, `#tag` at the start of a line, and `.` after any w. */
function narrow(pattern: Unsafe): Unsafe {
  const { character, atBreak, before, inConstruct, notInConstruct } = pattern;
  if (character === '&') return { character, inConstruct, after: CHARACTER_REFERENCE };
  if (character === '#' && atBreak) return { character, atBreak, after: '#{0,5}\\s' };
  if (character !== '.' || before !== '[Ww]') return pattern;
  return { character, inConstruct, notInConstruct, before: '[Ww]{3}', after: '[\\-.\\w]' };
}

const WEB =
  /(?:https?:\/\/|www\.)[a-z\d-]+(?:\.[a-z\d-]+)+(?:\/(?:(?:[\w./%=+#?:@$;-]|&(?!\w+;))*[a-z\d/])?)?/;
const EMAIL = /[a-z\d][\w.+-]*@[a-z\d-]+(?:\.[a-z\d]+)+/;
/** Addresses of which GFM makes a whole link, so that nothing in them is markup. */
const ADDRESS = new RegExp(`(?<=[ \\n(])(?:${WEB.source}|${EMAIL.source})(?=[.,:;!?)]*[ \\n])`, 'gi');

/** Escapes text, except for addresses in it, which people and agents copy. */
const writeText: Handle = ({ value }: Text, _parent, state, info) => {
  const text = info.before + value + info.after;
  let written = '';
  let start = info.before.length;
  for (const { index, 0: address } of state.stack.includes('label') ? [] : text.matchAll(ADDRESS)) {
    written += escape(start, index) + address;
    start = index + address.length;
  }
  return written + escape(start, text.length - info.after.length);

  /** Beside `*` the library escapes an underscore that it leaves beside `~`, where it needs it as well. */
  function escape(from: number, to: number): string {
    const before = text.charAt(from - 1).replace('~', '*');
    const after = text.charAt(to).replace('~', '*');
    return state.safe(text.slice(from, to), { ...info, before, after });
  }
};

const writeBreak: Handle = (node: Break, parent, state, info) => {
  return state.stack.includes('tableCell') ? '<br>' : defaultHandlers.break(node, parent, state, info);
};

/** In a cell every `|` is escaped, and parsers disagree on a backslash before one. */
const writeInlineCode: Handle = (node: InlineCode, parent, state, info) => {
  const code = defaultHandlers.inlineCode(node, parent, state);
  if (!state.stack.includes('tableCell')) return code;
  if (!node.value.includes('\\|')) return code.replaceAll('|', '\\|');
  return `<code>${state.safe(node.value, { ...info, before: '>', after: '<' })}</code>`;
};

/** Percent-encodes what would have to be escaped, so that the address can be copied as it is. */
function withAbsoluteUrl(handle: Handle, base: URL): Handle {
  return (node: Link | Image, parent, state, info) => {
    const address = URL.parse(node.url, base)?.href ?? node.url;
    const url = address.replace(/[()|\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    return handle({ ...node, url }, parent, state, info);
  };
}
