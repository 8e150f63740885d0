import { parse } from 'parse5';
import type { Block } from './content-blocks.ts';
import { readBlocks } from './content-flow.ts';
import type { InlineCode } from '#lib/http/content-policy.ts';
import { describeForm } from './content-form.ts';
import {
  attribute,
  findElement,
  hasClass,
  isElement,
  isText,
  toOneLine,
  type ChildNode,
  type Element,
  type ParentNode,
} from './content-tree.ts';
import { readInlineCode } from '#lib/publishing/inline-code.ts';
import { textOf } from '#lib/content/tree-text.ts';

export type PageContent = {
  /** The `<h1>` in the content; the document's title if it has none. */
  title: string;
  documentTitle: string;
  description: string;
  language: string;
  /** From `<meta name="lectern:type">` and `<meta name="lectern:updated">`. */
  type: string | null;
  updated: string | null;
  canonical: string | null;
  /** Inline scripts and styles, which the page's Content-Security-Policy must allow. */
  inlineCode: InlineCode;
  /** Further search words, from `<meta name="lectern:keywords">`. */
  keywords: string;
  /** The site's notice, from `<meta name="lectern:notice">`. */
  notice: string | null;
  /** The content element without controls and hidden elements, and with descriptions in place of forms. */
  root: Element;
  blocks: Block[];
};

const droppedTags = new Set(
  'nav button script style template svg noscript select textarea datalist canvas head title'.split(' '),
);

/**
 * Reads the content of a page: the `<article>` inside `<main>`, or `<main>` itself if it does not have exactly one
 * article. Parses the whole document like a browser, so that stray tags have the same effect.
 */
export function readContent(html: string): PageContent {
  const document = parse(html);
  const root = findRoot(document);
  const head = readHead(document);
  const inlineCode = readInlineCode(document);
  prune(root);
  const heading = findElement(root, (element) => element.tagName === 'h1');
  const title = (heading && toOneLine(textOf(heading))) || head.documentTitle;
  return { title, ...head, inlineCode, root, blocks: readBlocks(root) };
}

function findRoot(document: ParentNode): Element {
  const main = findElement(document, (element) => element.tagName === 'main');
  const around = main ?? findElement(document, (element) => element.tagName === 'body');
  if (!around) throw new Error('The parsed document has no body.');
  const [article, ...others] = articlesIn(around);
  return article && others.length === 0 ? article : around;
}

/** The outermost articles. */
function articlesIn(parent: Element): Element[] {
  return parent.childNodes
    .filter(isElement)
    .flatMap((child) => (child.tagName === 'article' ? [child] : articlesIn(child)));
}

type Head = Omit<PageContent, 'title' | 'inlineCode' | 'root' | 'blocks'>;

function readHead(document: ParentNode): Head {
  const html = findElement(document, (element) => element.tagName === 'html');
  const head = html && findElement(html, (element) => element.tagName === 'head');
  const elements = head?.childNodes.filter(isElement) ?? [];
  const title = elements.findLast(({ tagName }) => tagName === 'title');
  const canonical = elements.findLast((element) => attribute(element, 'rel') === 'canonical');
  const meta = new Map(
    elements
      .filter(({ tagName }) => tagName === 'meta')
      .map((element) => [attribute(element, 'name'), toOneLine(attribute(element, 'content') ?? '')]),
  );
  return {
    documentTitle: title ? toOneLine(textOf(title)) : '',
    description: meta.get('description') ?? '',
    language: (html && attribute(html, 'lang')) ?? '',
    type: meta.get('lectern:type') || null,
    updated: meta.get('lectern:updated') || null,
    canonical: (canonical && attribute(canonical, 'href')) ?? null,
    keywords: meta.get('lectern:keywords') ?? '',
    notice: meta.get('lectern:notice') || null,
  };
}

function prune(parent: Element): void {
  const kept: ChildNode[] = [];
  for (const child of parent.childNodes) {
    if (isText(child)) kept.push(child);
    if (!isElement(child) || isDropped(child)) continue;
    if (child.tagName === 'form') {
      kept.push({ ...describeForm(child), parentNode: parent });
    } else {
      prune(child);
      kept.push(child);
    }
  }
  parent.childNodes = kept;
}

function isDropped(element: Element): boolean {
  const { tagName } = element;
  if (droppedTags.has(tagName)) return true;
  if (tagName === 'input') return attribute(element, 'type') !== 'checkbox';
  if (tagName === 'dialog' && attribute(element, 'open') === undefined) return true;
  const hidden = attribute(element, 'hidden');
  if (hidden !== undefined && hidden !== 'until-found') return true;
  if (attribute(element, 'aria-hidden') === 'true' || hasClass(element, 'data-no-twin')) return true;
  if (attribute(element, 'data-no-twin') !== undefined) return true;
  const ownLinks = ['data-permalink', 'data-footnote-backref'];
  return tagName === 'a' && ownLinks.some((name) => attribute(element, name) !== undefined);
}
