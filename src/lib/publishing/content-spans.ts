import type { Span } from './content-blocks.ts';
import { isCalloutTitle } from './content-callout.ts';
import { linkTarget } from './content-media.ts';
import { attribute, type Element } from './content-tree.ts';

const MARKS = new Map<string, Span>([
  ['strong', { type: 'strong' }],
  ['b', { type: 'strong' }],
  ['em', { type: 'emphasis' }],
  ['i', { type: 'emphasis' }],
  ['cite', { type: 'emphasis' }],
  ['dfn', { type: 'emphasis' }],
  ['var', { type: 'emphasis' }],
  ['del', { type: 'delete' }],
  ['s', { type: 'delete' }],
  ['strike', { type: 'delete' }],
]);

/** Elements that Markdown has no sign for and whose meaning would be lost without them. */
const HTML_SPANS = new Set(['sup', 'sub', 'kbd', 'ins', 'mark', 'q', 'abbr']);

/** What an inline element means for the text in it, or null when it means nothing. A new span each time. */
export function spanOf(element: Element): Span | null {
  const { tagName } = element;
  const title = attribute(element, 'title') ?? null;
  if (tagName === 'a') {
    const href = linkTarget(element);
    return href === null ? null : { type: 'link', url: href, title };
  }
  if (tagName === 'abbr' && title === null) return null;
  if (HTML_SPANS.has(tagName))
    return { type: 'html', tag: tagName, title: tagName === 'abbr' ? title : null };
  const mark = tagName === 'span' && isCalloutTitle(element) ? MARKS.get('strong') : MARKS.get(tagName);
  return mark ? { ...mark } : null;
}
