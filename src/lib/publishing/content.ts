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
  lineOf,
  textOf,
  type ChildNode,
  type Element,
  type ParentNode,
} from './content-tree.ts';
import { readInlineCode } from './inline-code.ts';

export type PageContent = {
  /** The content's own `<h1>`; the document's title where it has none. */
  title: string;
  documentTitle: string;
  description: string;
  language: string;
  /** From `<meta name="lectern:type">` and `<meta name="lectern:updated">`. */
  type: string | null;
  updated: string | null;
  canonical: string | null;
  /** Scripts and styles within the document, which its policy has to name. */
  inlineCode: InlineCode;
  /** What is urgent on the whole site, from `<meta name="lectern:notice">`. */
  notice: string | null;
  /** The content element, pruned of all that is no content, with its forms put into words. */
  root: Element;
  blocks: Block[];
};

const DROPPED = new Set(
  'nav button script style template svg noscript select textarea datalist canvas head title'.split(' '),
);

/**
 * Reads what a page says from its HTML: the `<article>` inside `<main>`, or `<main>` itself where there is
 * none or more than one. The whole document is parsed, as a browser would, so that stray tags in the
 * content do what they do on screen.
 */
export function readContent(html: string): PageContent {
  const document = parse(html);
  const root = findRoot(document);
  const head = readHead(document);
  const inlineCode = readInlineCode(document);
  prune(root);
  const heading = findElement(root, (element) => element.tagName === 'h1');
  const blocks = readBlocks(root);
  return {
    title: (heading && lineOf(textOf(heading))) || head.documentTitle,
    ...head,
    inlineCode,
    root,
    blocks,
  };
}

function findRoot(document: ParentNode): Element {
  const main = findElement(document, (element) => element.tagName === 'main');
  const around = main ?? findElement(document, (element) => element.tagName === 'body');
  if (!around) throw new Error('The parsed document has no body.');
  const articles: Element[] = [];
  collectArticles(around, articles);
  const [article] = articles;
  return article && articles.length === 1 ? article : around;
}

function collectArticles(parent: Element, articles: Element[]): void {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    if (child.tagName === 'article') articles.push(child);
    else collectArticles(child, articles);
  }
}

type Head = Omit<PageContent, 'title' | 'inlineCode' | 'root' | 'blocks'>;

function readHead(document: ParentNode): Head {
  const html = findElement(document, (element) => element.tagName === 'html');
  const head: Head = {
    documentTitle: '',
    description: '',
    language: (html && attribute(html, 'lang')) ?? '',
    type: null,
    updated: null,
    canonical: null,
    notice: null,
  };
  const element = html && findElement(html, (child) => child.tagName === 'head');
  for (const child of element?.childNodes ?? []) if (isElement(child)) readHeadElement(head, child);
  return head;
}

function readHeadElement(head: Head, element: Element): void {
  if (element.tagName === 'title') head.documentTitle = lineOf(textOf(element));
  if (element.tagName === 'link' && attribute(element, 'rel') === 'canonical') {
    head.canonical = attribute(element, 'href') ?? null;
  }
  if (element.tagName !== 'meta') return;
  const content = lineOf(attribute(element, 'content') ?? '');
  const name = attribute(element, 'name');
  if (name === 'description') head.description = content;
  if (name === 'lectern:type' && content) head.type = content;
  if (name === 'lectern:updated' && content) head.updated = content;
  if (name === 'lectern:notice' && content) head.notice = content;
}

function prune(parent: Element): void {
  const kept: ChildNode[] = [];
  for (const child of parent.childNodes) {
    if (isText(child)) kept.push(child);
    if (!isElement(child) || isDropped(child)) continue;
    if (child.tagName === 'form') {
      const description = describeForm(child);
      description.parentNode = parent;
      kept.push(description);
      continue;
    }
    prune(child);
    kept.push(child);
  }
  parent.childNodes = kept;
}

function isDropped(element: Element): boolean {
  const { tagName } = element;
  if (DROPPED.has(tagName)) return true;
  if (tagName === 'input') return attribute(element, 'type') !== 'checkbox';
  if (tagName === 'dialog' && attribute(element, 'open') === undefined) return true;
  const hidden = attribute(element, 'hidden');
  if (hidden !== undefined && hidden !== 'until-found') return true;
  if (attribute(element, 'aria-hidden') === 'true' || attribute(element, 'data-no-twin') !== undefined)
    return true;
  if (hasClass(element, 'data-no-twin')) return true;
  return (
    tagName === 'a' &&
    ['data-permalink', 'data-footnote-backref'].some((name) => attribute(element, name) !== undefined)
  );
}
