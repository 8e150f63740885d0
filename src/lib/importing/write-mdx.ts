import type { Break, Image, Link, Root, RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, toMarkdown, type Handle, type Unsafe } from 'mdast-util-to-markdown';

/** Characters that start program code or tags in MDX. */
const mdxUnsafe: Unsafe[] = [
  { character: '{' },
  { character: '}' },
  { character: '<', inConstruct: 'phrasing' },
  { atBreak: true, character: 'i', after: 'mport' },
  { atBreak: true, character: 'e', after: 'xport' },
];

/** Writes blocks as MDX. `html` nodes are written as they are, so they must be valid JSX. */
export function writeMdx(children: readonly RootContent[]): string {
  const root: Root = { type: 'root', children: [...children] };
  return toMarkdown(root, {
    bullet: '-',
    bulletOther: '+',
    rule: '-',
    ruleRepetition: 3,
    fences: true,
    resourceLink: true,
    // Prevents padding by giving all cells the same width.
    extensions: [gfmToMarkdown({ stringLength: () => 3 }), { unsafe: mdxUnsafe }],
    handlers: {
      root: writeRoot,
      break: writeBreak,
      link: withPlainUrl(defaultHandlers.link),
      image: withPlainUrl(defaultHandlers.image),
    },
  });
}

const writeRoot: Handle = (root: Root, _parent, state, info) => {
  state.unsafe = state.unsafe.map(narrow);
  return state.containerFlow(root, info);
};

/** The library also escapes `&` before every letter. */
function narrow(pattern: Unsafe): Unsafe {
  const { character, inConstruct } = pattern;
  if (character !== '&') return pattern;
  return {
    character,
    after: '(?:#\\d{1,7}|#[xX][\\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\\d]*);',
    ...(inConstruct !== undefined && { inConstruct }),
  };
}

const writeBreak: Handle = (node: Break, parent, state, info) => {
  return state.stack.includes('tableCell') ? '<br />' : defaultHandlers.break(node, parent, state, info);
};

/** Percent-encodes characters that would need escapes. */
function withPlainUrl(handle: Handle): Handle {
  return (node: Link | Image, parent, state, info) => {
    const url = node.url.replaceAll(/[\s()|\\{}<>"`^]/g, (sign) =>
      encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'),
    );
    return handle({ ...node, url }, parent, state, info);
  };
}

/** A tag of a component without content between its tags, or its opening tag. */
export function writeTag(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  isClosed = true,
): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeAttribute(value)}"`,
  );
  return `<${name}${written.join('')}${isClosed ? ' />' : '>'}`;
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('{', '&#123;');
}
