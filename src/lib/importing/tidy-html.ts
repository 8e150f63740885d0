import { serializeOuter } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';
import { dropCopies, readFormula, type Formula } from './formulas.ts';
import {
  createElement,
  createFence,
  createText,
  isHtmlComment,
  isHtmlElement,
  isHtmlText,
  listElements,
  readAttribute,
  removeElement,
  replaceChildren,
  setAttribute,
  type HtmlElement,
  type HtmlNode,
} from './html-tree.ts';
import { htmlTags, listWords, readRawWords } from './raw-words.ts';
import type { UnknownPart } from './source-page.ts';
import { dropUnseen, listUnshown } from './unshown-words.ts';

/** Elements whose content is not text for readers. The report has their source. */
const droppedTags = new Set(
  'script style template noscript noframes link meta title base svg canvas datalist'.split(' '),
);
/** Elements that work only on the old site. Their source becomes a code block. */
const fencedTags = new Set('form object applet dialog select textarea'.split(' '));

/** Characters that content may not contain: control characters, those that change the direction of text, and damaged ones. */
const hidden =
  /[\0-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u206F\uFFFD-\uFFFF]|\p{Surrogate}/gu;

/** Code may name characters that change the direction of text, which the content check refuses, too. */
const hiddenReference = /&#(?:x0{0,9}(?:202[a-e]|206[6-9])|0{0,9}(?:823[4-8]|829[4-7]));?/gi;

export function stripHidden(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(hidden, '').replaceAll(hiddenReference, '');
}

/**
 * Prepares a text for conversion: replaces what has no Markdown syntax by its source, turns frames into links and gives
 * pictures their captions. Changes the tree.
 * @returns what was replaced or removed
 */
export function tidyHtml(root: HtmlElement): UnknownPart[] {
  const unknown: UnknownPart[] = [];
  dropUnseen(root, unknown);
  dropCopies(root, unknown);
  tidyChildren(root, unknown);
  return unknown;
}

function tidyChildren(parent: HtmlElement, unknown: UnknownPart[]): void {
  const children = parent.childNodes.flatMap((child): HtmlNode[] => {
    if (isHtmlComment(child)) return readComment(child.data, unknown);
    if (isHtmlText(child)) child.value = stripHidden(child.value);
    return isHtmlElement(child) ? tidyElement(child, unknown) : [child];
  });
  replaceChildren(parent, children);
}

function tidyElement(element: HtmlElement, unknown: UnknownPart[]): HtmlNode[] {
  const { tagName } = element;
  const formula = readFormula(element);
  if (formula) return [placeFormula(formula, element, unknown)];
  if (droppedTags.has(tagName)) {
    const what = readAttribute(element, 'data-unknown');
    const source = what === undefined ? serializeOuter(element) : textOf(element);
    unknown.push({ what: what ?? `<${tagName}>`, source, isInText: false });
    return [];
  }
  if (fencedTags.has(tagName) || tagName.includes('-')) return [fence(element, unknown)];
  if (!htmlTags.has(tagName) && element.namespaceURI.endsWith('xhtml')) return openUnknown(element, unknown);
  const code = tagName === 'table' ? takeCode(element, unknown) : undefined;
  if (code) return tidyElement(code, unknown);
  if (tagName === 'table' && isNested(element, unknown)) return [fence(element, unknown)];
  if (tagName === 'iframe') return [toLink(element, unknown)];
  if (tagName === 'input') return tidyInput(element, unknown);
  if (tagName === 'acronym') element.tagName = 'abbr';
  unknown.push(...listUnshown(element));
  if (tagName === 'pre') endLines(element);
  if (tagName === 'pre' || tagName === 'code') keepUnknown(element, unknown);
  if (tagName === 'img') tidyPicture(element, unknown);
  if (tagName === 'video' || tagName === 'audio' || tagName === 'embed')
    unknown.push({ what: `<${tagName}>, now a link`, source: serializeOuter(element), isInText: true });
  tidyChildren(element, unknown);
  if (/^(?:li|ol|ul)$/.test(tagName) && isEmpty(element)) return [];
  if (tagName === 'figure') addCaption(element);
  const title = tagName === 'pre' ? titleOfCode(element) : '';
  return title === '' ? [element] : [titleParagraph(title), element];
}

/** In a sentence, a formula is code in the sentence. */
function placeFormula({ text, isBlock }: Formula, element: HtmlElement, unknown: UnknownPart[]): HtmlElement {
  const value = stripHidden(text);
  const source = serializeOuter(element);
  const isInText = readRawWords({ text: source, format: 'html' }).join(' ') === listWords(value).join(' ');
  unknown.push({ what: 'a formula, now code', source, isInText });
  return isBlock ? createFence(value, 'tex') : createElement('code', {}, [createText(value)]);
}

/**
 * Whether a table has others in its cells, which Markdown cannot express. Tables without a head often arrange a page:
 * their cells follow each other.
 */
function isNested(table: HtmlElement, unknown: UnknownPart[]): boolean {
  const inside = listElements(table);
  const nested = inside.filter(({ tagName }) => tagName === 'table');
  if (nested.length === 0) return false;
  const inner = new Set(nested.flatMap((each) => listElements(each)));
  if (inside.some((each) => /^(?:th|caption)$/.test(each.tagName) && !inner.has(each))) return true;
  const source = serializeOuter({ ...table, childNodes: [] });
  unknown.push({ what: 'a table around others, whose cells now follow each other', source, isInText: false });
  return false;
}

/** The code of a table that has the numbers of its lines in a column beside it, and nothing else. */
function takeCode(table: HtmlElement, unknown: UnknownPart[]): HtmlElement | undefined {
  const [numbers, code, other] = listElements(table).filter(({ tagName }) => tagName === 'pre');
  if (!numbers || !code || other || !/^[\d\s]+$/.test(textOf(numbers))) return undefined;
  const signs = (element: HtmlElement) => textOf(element).replaceAll(/\s/g, '');
  if (signs(table) !== signs(numbers) + signs(code)) return undefined;
  unknown.push({ what: 'numbers of lines of code', source: textOf(numbers), isInText: false });
  return code;
}

/** Highlighters put each line of code into an element. */
function endLines(pre: HtmlElement): void {
  const lines = listElements(pre).filter(({ tagName }) => /^(?:li|div|p|tr)$/.test(tagName));
  for (const line of lines.slice(0, -1))
    if (!textOf(line).endsWith('\n')) replaceChildren(line, [...line.childNodes, createText('\n')]);
}

/** Lists without anything to see, such as those that scripts fill. */
function isEmpty(element: HtmlElement): boolean {
  const isSeen = ({ tagName }: HtmlElement) => /^(?:img|input|pre|hr|video|audio|embed|svg|a)$/.test(tagName);
  return textOf(element).trim() === '' && !listElements(element).some(isSeen);
}

/** A component, or a tag of a site generator: keeps its content, and its title as a paragraph. */
function openUnknown(element: HtmlElement, unknown: UnknownPart[]): HtmlNode[] {
  const source = serializeOuter({ ...element, childNodes: [] });
  unknown.push({ what: `<${element.tagName}>`, source, isInText: false });
  tidyChildren(element, unknown);
  const title = readAttribute(element, 'title') ?? readAttribute(element, 'label') ?? '';
  if (title.trim() === '') return element.childNodes;
  return [titleParagraph(title), ...element.childNodes];
}

/** Readers see the title of a code block above it. */
function titleOfCode(pre: HtmlElement): string {
  const titled = [pre, ...listElements(pre)].map((each) => readAttribute(each, 'data-title')?.trim() ?? '');
  return titled.find((each) => each !== '') ?? '';
}

/** Readers see the title of a part above it, in a line of its own. */
export function titleParagraph(title: string): HtmlElement {
  const strong = createElement('strong', {}, [createText(stripHidden(title))]);
  return createElement('p', {}, [strong]);
}

function fence(element: HtmlElement, unknown: UnknownPart[]): HtmlElement {
  const source = stripHidden(serializeOuter(element));
  unknown.push({ what: `<${element.tagName}>`, source, isInText: true });
  return createFence(source, 'html');
}

/** Importers mark code blocks that replace something with `data-unknown`. */
function keepUnknown(element: HtmlElement, unknown: UnknownPart[]): void {
  const what = readAttribute(element, 'data-unknown');
  if (what !== undefined) unknown.push({ what, source: textOf(element), isInText: true });
}

/** WordPress writes blocks without a text as comments: `<!-- wp:latest-posts {"postsToShow":3} /-->`. */
function readComment(data: string, unknown: UnknownPart[]): HtmlNode[] {
  if (/^\?(?!xml)/.test(data)) unknown.push({ what: 'program code', source: `<${data}>`, isInText: false });
  const [, name] = /^\s*wp:(\S+)\s(?:[^/]|\/(?!$))*\/$/.exec(data.trimEnd()) ?? [];
  const isMark = /^\s*(?:\/?wp:|<?!?\[|(?:more|nextpage|noteaser|truncate)\s*$)/.test(data);
  if (name === undefined && !isMark && listWords(data).length > 0 && !data.startsWith('?'))
    unknown.push({ what: 'a comment', source: data.trim(), isInText: false });
  if (name === undefined || /^(?:more|nextpage|spacer|separator)$/.test(name)) return [];
  const source = stripHidden(`<!--${data}-->`);
  unknown.push({ what: `the block ${name}`, source, isInText: true });
  return [createFence(source, 'html')];
}

function toLink(frame: HtmlElement, unknown: UnknownPart[]): HtmlNode {
  const url = readAttribute(frame, 'src') ?? readAttribute(frame, 'data-src') ?? '';
  if (!/^(?!(?:about|blob|data|javascript):)\S/i.test(url)) return fence(frame, unknown);
  unknown.push({ what: '<iframe>, now a link', source: serializeOuter(frame), isInText: true });
  const title = readAttribute(frame, 'title')?.trim() || url.replace(/^(?:https?:)?\/\//i, '');
  const link = createElement('a', { href: url.replace(/^\/\//, 'https://') }, [
    createText(stripHidden(title)),
  ]);
  return createElement('p', {}, [link]);
}

/** Keeps the check boxes of task lists. */
function tidyInput(element: HtmlElement, unknown: UnknownPart[]): HtmlNode[] {
  if (readAttribute(element, 'type') === 'checkbox') return [element];
  unknown.push({ what: '<input>', source: serializeOuter(element), isInText: false });
  return [];
}

/** Pictures that load late have their address in another attribute. */
function tidyPicture(image: HtmlElement, unknown: UnknownPart[]): void {
  const late = ['data-src', 'data-lazy-src', 'data-orig-file', 'srcset', 'data-srcset'].map(
    (name) => readAttribute(image, name)?.trim().split(/,?\s/)[0],
  );
  const src = readAttribute(image, 'src') ?? '';
  const real = src === '' || src.startsWith('data:') ? late.find((each) => each) : src;
  setAttribute(image, 'src', real);
  if (real?.startsWith('data:') === true || (real === undefined && src !== ''))
    unknown.push({ what: 'a picture inside the text', source: src, isInText: false });
  // A title is shown as the caption; those of file names say nothing.
  const title = readAttribute(image, 'title')?.trim() ?? '';
  const isCaption = title.includes(' ') && title !== readAttribute(image, 'alt');
  if (title !== '' && !isCaption)
    unknown.push({ what: 'the attribute title of <img>', source: title, isInText: false });
  setAttribute(image, 'title', isCaption ? stripHidden(title) : undefined);
  setAttribute(image, 'alt', stripHidden(readAttribute(image, 'alt') ?? ''));
}

/** A plain caption becomes the title of the only picture; other captions are emphasised. */
function addCaption(figure: HtmlElement): void {
  const elements = listElements(figure);
  const captions = elements.filter(({ tagName }) => tagName === 'figcaption');
  const images = elements.filter(({ tagName }) => tagName === 'img');
  const [caption, otherCaption] = captions;
  const [image, otherImage] = images;
  if (!caption || otherCaption) return;
  const isPlain = listElements(caption).every(({ tagName }) => tagName === 'br' || tagName === 'span');
  const text = textOf(caption).replaceAll(/\s+/g, ' ').trim();
  if (image && !otherImage && isPlain) {
    setAttribute(image, 'title', text || undefined);
    removeElement(caption);
    return;
  }
  const children = [...caption.childNodes];
  replaceChildren(caption, [createElement('em', {}, children)]);
}
