import { serializeOuter } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';
import { listElements, readAttribute, removeElement, setAttribute, type HtmlElement } from './html-tree.ts';
import { isInvisible, parseStyle, readStyle } from './pasted/pasted-style.ts';
import type { UnknownPart } from './source-page.ts';

/** Attributes with words for readers that have no place in Markdown. */
const lostAttributes = ['alt', 'title', 'aria-label', 'summary', 'label', 'placeholder', 'caption'];
/** Those that the entry has. */
const kept = /^(?:img alt|(?:img|a|abbr|iframe|video) title)$/;
/** Elements whose text browsers show only if they do not know them. */
const withFallback = /^(?:audio|video|meter|progress)$/;

/** Lists the words of an element itself that the entry cannot have. */
export function listUnshown(element: HtmlElement): UnknownPart[] {
  const { tagName } = element;
  const names = lostAttributes.filter((name) => !kept.test(`${tagName} ${name}`));
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

/** Addresses that offer a page to other people, or print it. */
const share =
  /^(?:whatsapp:\/\/send|mailto:\?(?:[^#]*&)?body=|javascript:\s*(?:window\.)?print\(|[^?#]*\?share=[a-z-]+(?:&|$)|(?:https?:)?\/\/(?:[a-z\d-]+\.)*(?:facebook\.com\/(?:sharer|share\.php|dialog\/share|plugins\/(?:like|share))|(?:twitter|x)\.com\/(?:share|intent\/(?:tweet|post))|linkedin\.com\/(?:sharing|sharearticle|cws\/share)|pinterest\.[a-z.]{2,6}\/pin\/create|reddit\.com\/submit|tumblr\.com\/(?:widgets\/)?share|(?:t|telegram)\.me\/share|whatsapp\.com\/send|wa\.me\/\?|xing\.com\/(?:spi|social|app\/user)|bsky\.app\/intent|getpocket\.com\/(?:save|edit)|plus\.google\.com\/share|digg\.com\/submit|stumbleupon\.com\/submit|addtoany\.com\/|feeds\.wordpress\.com\/1\.0\/))/i;

/**
 * Removes what readers do not see as a part of the text: pictures of one point, which count visits, buttons that share
 * it, and hidden parts, unless a link, tab or script of the text names their id to show them.
 */
export function dropUnseen(root: HtmlElement, unknown: UnknownPart[]): void {
  const elements = listElements(root);
  hideStyled(elements);
  const opened = new Set(elements.flatMap(({ attrs }) => attrs.flatMap(idsIn)));
  const gone = new Set<unknown>();
  for (const element of elements) {
    const what = gone.has(element.parentNode) ? '' : findUnseen(element);
    if (what === undefined || (what === hidden && opened.has(readAttribute(element, 'id') ?? ''))) continue;
    gone.add(element);
    if (what === '') continue;
    unknown.push({ what, source: serializeOuter(element), isInText: false });
    removeElement(element);
  }
}

/**
 * Marks as hidden what the styles in a page hide by a class or an id, unless another rule shows it, or a script in the
 * page names it.
 */
export function hideStyled(elements: readonly HtmlElement[]): void {
  const textIn = (tag: string) => elements.flatMap((each) => (each.tagName === tag ? textOf(each) : []));
  const shown = new Set<string>(
    textIn('script')
      .join('\n')
      .match(/[\w-]+/g),
  );
  const hiding = new Set<string>();
  for (const { selectors, declarations, isAlways } of textIn('style').flatMap(listRules)) {
    const style = parseStyle(declarations);
    if (isInvisible(style) && isAlways) for (const each of selectors.split(',')) hiding.add(each.trim());
    else if (!isInvisible(style) && (style.has('display') || style.has('visibility')))
      for (const name of selectors.match(/[\w-]+/g) ?? []) shown.add(name);
  }
  for (const element of elements) {
    const classes = (readAttribute(element, 'class') ?? '').split(/\s+/);
    const names = [...classes.map((name) => `.${name}`), `#${readAttribute(element, 'id') ?? ''}`];
    const isHidden = (name: string) =>
      !shown.has(name.slice(1)) && (hiding.has(name) || hiding.has(element.tagName + name));
    if (names.some(isHidden)) setAttribute(element, 'hidden', '');
  }
}

/** The rules of a style sheet. Those inside others, such as `@media`, do not hold always. */
function listRules(css: string) {
  const [first = '', ...others] = css.split('/*');
  const plain = first + others.map((part) => part.split('*/').slice(1).join('')).join('');
  let depth = 0;
  return plain.split('}').map((part) => {
    const opened = part.split('{');
    const [selectors = '', declarations = ''] = opened.slice(-2);
    const isAlways = depth === 0 && opened.length === 2;
    depth = Math.max(0, depth + opened.length - 2);
    return { selectors, declarations, isAlways };
  });
}

function idsIn({ name, value }: { name: string; value: string }): string[] {
  if (name === 'href') return value.split('#').slice(1).filter(Boolean);
  return /^(?:aria-controls|data-|on)/.test(name) ? (value.match(/[\w-]+/g) ?? []) : [];
}

const hidden = 'a part that the source hides';

function findUnseen(element: HtmlElement): string | undefined {
  const read = (name: string) => readAttribute(element, name);
  if (share.test(read('href') ?? read('src') ?? '')) return 'a button that shares the page';
  const style = readStyle(element);
  const isPoint = ['width', 'height'].every((name) =>
    /^\s*[01](?:px)?\s*$/.test(read(name) ?? style.get(name) ?? ''),
  );
  const isHidden = isInvisible(style) || !/^until-found$/i.test(read('hidden') ?? 'until-found');
  if (/^(?:img|iframe)$/.test(element.tagName))
    return isPoint || isHidden ? 'a picture that counts visits' : undefined;
  return isHidden ? hidden : undefined;
}

/** Whether search engines were told to leave a page out. @param given names and values of fields or `<meta>` */
export function isUnindexed(given: Iterable<readonly [name: string, value: string]>): boolean {
  return [...given].some(
    ([name, value]) =>
      (/noindex|^_seopress_robots_index$/i.test(name) && /^(?:1|on|yes|true)$/i.test(value)) ||
      (/robots|googlebot/i.test(name) && /\b(?:noindex|none)\b/i.test(value)) ||
      // Slim SEO has several settings in one field of PHP.
      /"noindex";(?:b:1|i:1|s:\d:"(?:1|on|yes|true)")/.test(value),
  );
}

/** The names and contents of `<meta>`. */
export function readMetas(elements: readonly HtmlElement[]): [name: string, content: string][] {
  return elements
    .filter(({ tagName }) => tagName === 'meta')
    .map((each) => [
      readAttribute(each, 'name') ?? readAttribute(each, 'property') ?? '',
      readAttribute(each, 'content') ?? '',
    ]);
}

/** Why such a page is a draft. */
export const unindexed = 'search engines were told to leave it out (noindex)';
