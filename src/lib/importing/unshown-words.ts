import { textOf } from '#lib/content/tree-text.ts';
import { listElements, readAttribute, type HtmlElement } from './html-tree.ts';
import type { UnknownPart } from './source-page.ts';

/** Attributes with words for readers that have no place in Markdown. */
const lostAttributes = ['alt', 'title', 'aria-label', 'summary', 'label', 'placeholder', 'caption'];
/** Those that the entry has. */
const keptAttributes = new Set([
  'img alt',
  'img title',
  'a title',
  'abbr title',
  'iframe title',
  'video title',
]);
/** Elements whose text browsers show only if they do not know them. */
const withFallback = /^(?:audio|video|meter|progress)$/;

/** Lists the words of an element itself that the entry cannot have. */
export function listUnshown(element: HtmlElement): UnknownPart[] {
  const { tagName } = element;
  const names = lostAttributes.filter((name) => !keptAttributes.has(`${tagName} ${name}`));
  const parts = names.flatMap((name): UnknownPart[] => {
    const source = readAttribute(element, name)?.trim() ?? '';
    return source === '' ? [] : [{ what: `the attribute ${name} of <${tagName}>`, source, isInText: false }];
  });
  const fallback = withFallback.test(tagName) ? textOf(element).trim() : '';
  if (fallback !== '')
    parts.push({ what: `the text in <${tagName}> for old browsers`, source: fallback, isInText: false });
  if (tagName === 'map') parts.push(...listElements(element).flatMap(listUnshown));
  return parts;
}
