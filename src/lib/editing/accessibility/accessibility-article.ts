import type { DefaultTreeAdapterTypes } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';

type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;

/** A barrier for some readers. `words` is the text in question, used to find its line. */
export type Barrier = { message: string; fix: string; words: string };

/** The parts of a page's article that the checks need, in order. */
export type Article = {
  headings: { level: number; text: string; under: string }[];
  links: { text: string; href: string; hasPicture: boolean }[];
  pictures: { alt: string; src: string; caption: string | undefined }[];
  tables: { headers: string[]; rows: number; words: string }[];
  videos: { title: string; hasTranscript: boolean }[];
  paragraphs: { text: string; raw: string; isBold: boolean; isCode: boolean }[];
  /** Pieces of text, with the language if an element declares one. */
  texts: { text: string; language: string | undefined }[];
};

/** Parts of the page that editors do not write. */
const skipped = new Set(['nav', 'form', 'button', 'script', 'style', 'svg', 'template', 'dialog', 'head']);

/** Reads the `<article>` of a page, or else its `<main>`, or else the whole page. */
export function readArticle(page: ParentNode): Article {
  const root = findElement(page, 'article') ?? findElement(page, 'main') ?? page;
  const article: Article = {
    headings: [],
    links: [],
    pictures: [],
    tables: [],
    videos: [],
    paragraphs: [],
    texts: [],
  };
  const above: string[] = [];
  visit(root, { language: undefined });
  return article;

  function visit(
    parent: ParentNode,
    context: { language: string | undefined; caption?: string | undefined },
  ): void {
    for (const node of parent.childNodes) {
      if (!isElement(node) || skipped.has(node.tagName) || isDecorative(node)) continue;
      const language = attribute(node, 'lang') ?? context.language;
      const caption = node.tagName === 'figure' ? captionOf(node) : context.caption;
      read(node, caption, language);
      visit(node, { language, caption });
    }
  }

  function read(node: Element, caption: string | undefined, language: string | undefined): void {
    const { tagName } = node;
    const level = /^h([1-6])$/.exec(tagName)?.[1];
    if (level) {
      const text = oneLine(node);
      above.length = Number(level) - 1;
      article.headings.push({ level: Number(level), text, under: above.join('\n') });
      above[Number(level) - 1] = text;
    } else if (tagName === 'a' && attribute(node, 'href') !== undefined) {
      const hasPicture = findElement(node, 'img') !== undefined;
      article.links.push({ text: nameOf(node), href: attribute(node, 'href') ?? '', hasPicture });
    } else if (tagName === 'img') {
      article.pictures.push({
        alt: attribute(node, 'alt') ?? '',
        src: attribute(node, 'src') ?? '',
        caption,
      });
    } else if (tagName === 'table') article.tables.push(readTable(node));
    if (/\bvideo-link\b/.test(attribute(node, 'class') ?? '')) article.videos.push(readVideo(node));
    if (['p', 'li', 'td', 'dd', 'figcaption', 'blockquote'].includes(tagName)) readText(node, language);
  }

  function readText(node: Element, language: string | undefined): void {
    const raw = textOf(node);
    const isParagraph =
      node.tagName === 'p' || !node.childNodes.some((child) => isElement(child) && isBlock(child));
    if (!isParagraph) return;
    const parts = node.childNodes.filter((child) => isElement(child) || textOf(child).trim() !== '');
    const isBold = isBoldLine(node, parts);
    article.paragraphs.push({
      text: oneLine(node),
      raw,
      isBold,
      isCode: findElement(node, 'code') !== undefined,
    });
    article.texts.push({ text: withoutMarkedParts(node), language });
  }
}

function readTable(table: Element): Article['tables'][number] {
  const all = listElements(table);
  const headers = all.filter(({ tagName }) => tagName === 'th');
  const columns = headers.filter(
    ({ parentNode }) => parentNode && !listElements(parentNode).some(({ tagName }) => tagName === 'td'),
  );
  const cells = all.filter(({ tagName }) => tagName === 'td');
  const rows = all.filter(
    ({ tagName, childNodes }) =>
      tagName === 'tr' && childNodes.some((cell) => isElement(cell) && cell.tagName === 'td'),
  );
  return {
    headers: columns.map(oneLine),
    rows: rows.length,
    words: oneLine(headers.find((each) => oneLine(each) !== '') ?? cells[0] ?? table).slice(0, 40),
  };
}

function readVideo(node: Element): Article['videos'][number] {
  const links = listElements(node).filter(({ tagName }) => tagName === 'a');
  return { title: links[0] ? oneLine(links[0]) : oneLine(node), hasTranscript: links.length > 1 };
}

function captionOf(figure: Element): string | undefined {
  const caption = findElement(figure, 'figcaption');
  return caption && oneLine(caption);
}

/** The accessible name of a link. */
function nameOf(link: Element): string {
  const label = attribute(link, 'aria-label') ?? '';
  const pictures = listElements(link).filter(({ tagName }) => tagName === 'img');
  return [label || oneLine(link), ...pictures.map((picture) => attribute(picture, 'alt') ?? '')]
    .join(' ')
    .trim();
}

function withoutMarkedParts(node: ParentNode): string {
  return node.childNodes
    .map((child) => {
      if (!isElement(child)) return textOf(child);
      if (attribute(child, 'lang') !== undefined || ['code', 'cite', 'a'].includes(child.tagName)) return ' ';
      return withoutMarkedParts(child);
    })
    .join('');
}

/** Whether a paragraph is only bold text, and no component rendered it. */
function isBoldLine(node: Element, parts: readonly ChildNode[]): boolean {
  const [part] = parts;
  const { parentNode: parent } = node;
  const isOfComponent = parent && 'attrs' in parent && /\bcontact\b/.test(attribute(parent, 'class') ?? '');
  if (node.tagName !== 'p' || isOfComponent || attribute(node, 'class') !== undefined) return false;
  return parts.length === 1 && isElement(part) && /^(strong|b)$/.test(part.tagName);
}

const blockNames = new Set([
  'p',
  'ul',
  'ol',
  'table',
  'div',
  'section',
  'figure',
  'blockquote',
  'dl',
  'details',
  'pre',
]);
const isBlock = ({ tagName }: Element) => blockNames.has(tagName);

export function isElement(node: ChildNode | undefined): node is Element {
  return node !== undefined && 'tagName' in node;
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

function findElement(parent: ParentNode, name: string): Element | undefined {
  return listElements(parent).find(({ tagName }) => tagName === name);
}

function listElements(parent: ParentNode): Element[] {
  return parent.childNodes.flatMap((child) => (isElement(child) ? [child, ...listElements(child)] : []));
}

function oneLine(node: ParentNode): string {
  return textOf(node).replaceAll(/\s+/g, ' ').trim();
}

/** Whether a picture is decorative: it is on a card, which also has its title as text. */
function isDecorative(node: Element): boolean {
  return node.tagName === 'picture' && attribute(node, 'data-no-twin') !== undefined;
}
