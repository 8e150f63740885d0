import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { DocumentBlock } from './document.ts';

const harmlessTags =
  /^(a|blockquote|br|code|del|details|div|em|h[1-6]|hr|img|input|kbd|li|ol|p|pre|q|s|span|strong|su[bp]|summary|table|tbody|td|th|thead|tr|ul)$/;
const harmlessAttributes = /^(alt|aria-label|checked|disabled|href|id|open|role|src|tabindex|title|type)$/;

/** Lists unsafe tags and attributes, with an allowlist that is independent of `allowed-html.ts`. */
export function findUnsafeHtml(html: string): string[] {
  return findUnsafeNodes(parseFragment(html));
}

function findUnsafeNodes(node: DefaultTreeAdapterTypes.Node): string[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(findUnsafeNodes) : [];
  if (!('tagName' in node)) return children;
  const attributes = node.attrs.filter(({ name, value }) => {
    if (name === 'class') return !/^(language-\w+|table-scroll)$/.test(value);
    if (name === 'style') return !/^text-align: ?(left|right|center)$/.test(value);
    return !harmlessAttributes.test(name) || (/^(href|src)$/.test(name) && !isHarmless(value));
  });
  return [
    ...(harmlessTags.test(node.tagName) ? [] : [node.tagName]),
    ...attributes.map(({ name, value }) => `${node.tagName} ${name}=${value}`),
    ...children,
  ];
}

/** Checks the scheme with the WHATWG URL parser, which browsers use too. */
export function isHarmless(address: string): boolean {
  return /^(https?|mailto|tel):$/.test(new URL(address, 'https://site.example/').protocol);
}

/** The HTML of the blocks, without components. */
export function htmlOfBlocks(blocks: readonly DocumentBlock[]): string {
  return blocks.filter((block) => typeof block === 'string').join('');
}
