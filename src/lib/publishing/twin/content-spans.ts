import { isCalloutTitle } from './content-blocks.ts';
import { attribute, findElement, type Element } from './content-tree.ts';

type MarkType = 'strong' | 'emphasis' | 'delete';

/** An inline element without its content; `html` is for elements without Markdown syntax. */
export type Span =
  | { type: MarkType }
  | { type: 'link'; url: string; title: string | null }
  | { type: 'html'; tag: string; title: string | null };

const markTypes: Readonly<Partial<Record<string, MarkType>>> = {
  strong: 'strong',
  b: 'strong',
  em: 'emphasis',
  i: 'emphasis',
  cite: 'emphasis',
  dfn: 'emphasis',
  var: 'emphasis',
  del: 'delete',
  s: 'delete',
  strike: 'delete',
};

/** Elements without Markdown syntax that are kept as HTML, since they change the meaning of text. */
const htmlTags = new Set(['sup', 'sub', 'kbd', 'ins', 'mark', 'q', 'abbr']);

/** Null for elements that do not change the meaning of their text. */
export function spanOf(element: Element): Span | null {
  const { tagName } = element;
  const title = attribute(element, 'title') ?? null;
  if (tagName === 'a') {
    const url = linkTarget(element);
    return url === null ? null : { type: 'link', url, title };
  }
  if (tagName === 'abbr' && title === null) return null;
  if (htmlTags.has(tagName)) return { type: 'html', tag: tagName, title: tagName === 'abbr' ? title : null };
  const type = tagName === 'span' && isCalloutTitle(element) ? 'strong' : markTypes[tagName];
  return type ? { type } : null;
}

/** Null for scripts and links without an address. */
export function linkTarget(element: Element): string | null {
  const href = attribute(element, 'href')?.trim();
  return href === undefined || /^javascript:/i.test(href) ? null : href;
}

/** Null for inlined images: twins contain only their alternative text. */
export function imageSource(element: Element): string | null {
  const source = attribute(element, 'src')?.trim();
  return !source || /^data:/i.test(source) ? null : source;
}

/** Default link labels of embedded media, for elements without a title. */
export const mediaNames: ReadonlyMap<string, string> = new Map([
  ['iframe', 'Embedded page'],
  ['video', 'Video'],
  ['audio', 'Audio'],
  ['embed', 'Embedded file'],
  ['object', 'Embedded file'],
]);

export function mediaSource(element: Element): string | null {
  if (!mediaNames.has(element.tagName)) return null;
  const inner = findElement(element, (child) => child.tagName === 'source');
  const own = attribute(element, element.tagName === 'object' ? 'data' : 'src');
  const source = (own ?? (inner && attribute(inner, 'src')))?.trim();
  return !source || /^(?:data|javascript|about):/i.test(source) ? null : source;
}
