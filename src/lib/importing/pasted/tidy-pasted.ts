import {
  createElement,
  isHtmlComment,
  isHtmlElement,
  isHtmlText,
  listElements,
  readAttribute,
  replaceChildren,
  setAttribute,
  type HtmlElement,
  type HtmlNode,
} from '#lib/importing/html-tree.ts';
import { dropUnseen } from '#lib/importing/unshown-words.ts';
import { freeHeadings, joinItems, markHeadings, markTasks, tightenItems } from './pasted-lists.ts';
import { markNotes } from './pasted-notes.ts';
import { withoutBold, tidyTables } from './pasted-tables.ts';
import { hasClass, isPlainAgain, meaningOf, readStyle } from './pasted-style.ts';

/** Elements that have no text for readers. `xml` and `v:` are of Word. */
const dropped =
  /^(?:script|style|head|title|meta|link|base|xml|noscript|template|svg|math|canvas|button|select|textarea|datalist|v:.*)$/;
/** Elements whose text stays, but which mean nothing on this site, such as colours, or insertions that are tracked. */
const unwrapped =
  /^(?:font|span|u|ins|mark|center|big|small|form|object|applet|dialog|label|fieldset|picture)$|[-:]/;
/** Paragraphs of Word that are not text: the lines of a table of contents, and comments. */
const leftOut = /^(?:MsoToc\d|MsoCommentReference|MsoCommentText|msocomanchor|msocomtxt)/;

export type FoundPicture = { src: string; alt: string };

/**
 * Prepares HTML from the clipboard for conversion: keeps what means something, such as headings, lists and bold text,
 * whichever way Word, Google Docs or a spreadsheet write it. Changes the tree.
 * @returns the pictures; the addresses in the tree are their numbers
 */
export function tidyPasted(root: HtmlElement): FoundPicture[] {
  dropUnseen(root, []);
  markNotes(root);
  markTasks(root);
  markHeadings(root);
  joinItems(root);
  const pictures: FoundPicture[] = [];
  const isOffice = listElements(root).some((each) => hasClass(each, /^Mso/));
  tidyChildren(root, { pictures, isOffice });
  freeHeadings(root);
  tightenItems(root);
  tidyTables(root);
  return pictures;
}

type Context = { pictures: FoundPicture[]; isOffice: boolean };

function tidyChildren(parent: HtmlElement, context: Context): void {
  const children = parent.childNodes.flatMap((child): HtmlNode[] => {
    if (isHtmlComment(child)) return [];
    if (isHtmlText(child)) child.value = child.value.replaceAll('\u00A0', ' ');
    return isHtmlElement(child) ? tidyElement(child, context) : [child];
  });
  replaceChildren(parent, children);
}

function tidyElement(element: HtmlElement, context: Context): HtmlNode[] {
  const { tagName } = element;
  const style = readStyle(element);
  if (isLeftOut(element, style, context)) return [];
  if (tagName === 'img') return tidyPicture(element, context);
  if (tagName === 'input') return readAttribute(element, 'type') === 'checkbox' ? [element] : [];
  tidyChildren(element, context);
  if (tagName === 'td' || tagName === 'th') removeAlignment(element);
  // Pictures are inserted later, without the titles that captions become in other texts.
  if (tagName === 'figcaption')
    return [createElement('p', {}, [createElement('em', {}, element.childNodes)])];
  const own = ownTag(element, style);
  if (own === undefined) return wrap(element.childNodes, meaningOf(style));
  if (/^h[1-6]$/.test(own)) return [createElement(own, {}, withoutBold(element.childNodes))];
  if (own === 'blockquote' && tagName === 'p') return [createElement(own, {}, [element])];
  const meant = /^(?:a|b|i|em|strong|code)$/.test(tagName) ? meaningOf(style) : [];
  return wrap([element], meant);
}

function isLeftOut(element: HtmlElement, style: ReadonlyMap<string, string>, { isOffice }: Context): boolean {
  const { tagName } = element;
  const isTracked =
    readAttribute(element, 'cite') !== undefined || readAttribute(element, 'datetime') !== undefined;
  return (
    dropped.test(tagName) ||
    (tagName === 'del' && (isOffice || isTracked)) ||
    hasClass(element, leftOut) ||
    (tagName === 'iframe' && !/^https?:/i.test(readAttribute(element, 'src') ?? '')) ||
    style.get('mso-element') === 'comment-list' ||
    style.get('mso-special-character') === 'comment'
  );
}

/** The tag that an element is converted as; undefined if only its content stays. */
function ownTag(element: HtmlElement, style: ReadonlyMap<string, string>): string | undefined {
  const { tagName } = element;
  if (unwrapped.test(tagName) || isPlainAgain(tagName, style)) return undefined;
  if (tagName === 'p' && hasClass(element, /^MsoTitle/)) return 'h1';
  if (tagName === 'p' && hasClass(element, /^Mso(?:Intense)?Quote/)) return 'blockquote';
  const level =
    readAttribute(element, 'role') === 'heading' ? readAttribute(element, 'aria-level') : undefined;
  return level !== undefined && /^[1-6]$/.test(level) ? `h${level}` : tagName;
}

function wrap(children: readonly HtmlNode[], tagNames: readonly string[]): HtmlNode[] {
  if (children.length === 0) return [];
  return tagNames.reduce<HtmlNode[]>((inner, name) => [createElement(name, {}, inner)], [...children]);
}

function tidyPicture(image: HtmlElement, { pictures }: Context): HtmlNode[] {
  const src = readAttribute(image, 'src') ?? '';
  // Newsletters count their readers with pictures of one pixel.
  const isPixel = ['width', 'height'].every((name) => /^[01]$/.test(readAttribute(image, name) ?? ''));
  if (src === '' || isPixel) return [];
  pictures.push({ src, alt: describe(readAttribute(image, 'alt') ?? '') });
  const shown = createElement('img', { alt: '' });
  setAttribute(shown, 'src', `#${pictures.length - 1}`);
  return [shown];
}

/** Descriptions that Word makes by itself, and file names, say nothing. */
function describe(alt: string): string {
  const text = alt.replaceAll(/\s+/g, ' ').trim();
  const isMade = /(?:automatically generated|^picture \d+|^image\d*|^clip_image|\.(?:jpe?g|png|gif))$/i.test(
    text,
  );
  return isMade || /^(?:picture|image|grafik|bild) ?\d*$/i.test(text) ? '' : text;
}

function removeAlignment(cell: HtmlElement): void {
  setAttribute(cell, 'style', undefined);
  setAttribute(cell, 'align', undefined);
}
