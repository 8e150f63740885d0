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

/** Addresses that offer a page to other people. */
const share =
  /^(?:whatsapp:\/\/send|[^?#]*\?share=[a-z-]+(?:&|$)|(?:https?:)?\/\/(?:[a-z\d-]+\.)*(?:facebook\.com\/(?:sharer|share\.php|dialog\/share|plugins\/(?:like|share))|(?:twitter|x)\.com\/(?:share|intent\/(?:tweet|post))|linkedin\.com\/(?:sharing|sharearticle|cws\/share)|pinterest\.[a-z.]{2,6}\/pin\/create|reddit\.com\/submit|tumblr\.com\/(?:widgets\/)?share|(?:t|telegram)\.me\/share|whatsapp\.com\/send|wa\.me\/\?|xing\.com\/(?:spi|social|app\/user)|bsky\.app\/intent|getpocket\.com\/(?:save|edit)|plus\.google\.com\/share|digg\.com\/submit|stumbleupon\.com\/submit|addtoany\.com\/|feeds\.wordpress\.com\/1\.0\/))/i;

/** What readers do not see as a part of the text: pictures of one point, which count visits, and buttons that share it. */
export function findUnseen(element: HtmlElement): string | undefined {
  const url = readAttribute(element, 'href') ?? readAttribute(element, 'src') ?? '';
  if (share.test(url)) return 'a button that shares the page';
  if (element.tagName !== 'img' && element.tagName !== 'iframe') return undefined;
  const style = readAttribute(element, 'style') ?? '';
  const isPoint = ['width', 'height'].every(
    (name) =>
      /^\s*[01](?:px)?\s*$/.test(readAttribute(element, name) ?? '') ||
      new RegExp(`(?:^|[;\\s])${name}:\\s*[01](?:px)?\\s*(?:;|$)`).test(style),
  );
  const isHidden = /(?:^|[;\s])(?:display:\s*none|visibility:\s*hidden)/.test(style);
  return isPoint || isHidden ? 'a picture that counts visits' : undefined;
}
