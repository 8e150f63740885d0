import { serialize } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';
import { listWords } from '#lib/importing/count-words.ts';
import {
  isHtmlElement,
  listElements,
  parseText,
  readAttribute,
  replaceChildren,
  setAttribute,
  type HtmlElement,
} from '#lib/importing/html-tree.ts';
import type { SourcePage } from '#lib/importing/source-page.ts';

/** What the pages of a site have around their text. */
export type SiteParts = {
  /** On how many pages a text stands beside the only article. */
  beside: Map<string, number>;
  /** The number of menus, heads and feet. */
  removed: number;
};

/** The content of a page: `<main>`, or else the body, without menus, and without the head and foot of the site. */
export function readContent(elements: readonly HtmlElement[], parts: SiteParts): HtmlElement | undefined {
  const main = elements.find((each) => each.tagName === 'main' || readAttribute(each, 'role') === 'main');
  const root = main ?? elements.find(({ tagName }) => tagName === 'body');
  if (!root) return undefined;
  const inside = [...listElements(root)];
  const articles = inside.filter(({ tagName }) => tagName === 'article');
  const article = main || articles.length !== 1 ? undefined : articles[0];
  const around = new Set([
    root,
    ...inside.filter((each) => article && hasElement(each, (one) => one === article)),
  ]);
  const texts = new Set<string>();

  function prune(parent: HtmlElement): void {
    const isAround = around.has(parent);
    const children = parent.childNodes.filter((child) => {
      if (!isHtmlElement(child)) return true;
      if (isSitePart(child, isAround)) {
        parts.removed += 1;
        return false;
      }
      prune(child);
      if (article && isAround && child !== article && !around.has(child)) markBeside(child);
      return true;
    });
    replaceChildren(parent, children);
  }

  function markBeside(element: HtmlElement): void {
    const text = keyOf(element);
    setAttribute(element, beside, '');
    if (!texts.has(text)) parts.beside.set(text, (parts.beside.get(text) ?? 0) + 1);
    texts.add(text);
  }

  prune(root);
  return root;
}

const beside = 'data-import-beside';

function isSitePart(element: HtmlElement, isAround: boolean): boolean {
  return (
    element.tagName === 'nav' ||
    /^(?:navigation|banner|contentinfo|search)$/.test(readAttribute(element, 'role') ?? '') ||
    (isAround &&
      /^(?:header|footer)$/.test(element.tagName) &&
      !hasElement(element, ({ tagName }) => tagName === 'h1'))
  );
}

function hasElement(parent: HtmlElement, matches: (element: HtmlElement) => boolean): boolean {
  return [...listElements(parent)].some(matches);
}

function keyOf(element: HtmlElement): string {
  return listWords(textOf(element)).join(' ');
}

/** Leaves out what stands beside the only article of a page, and of other pages too: it belongs to the site. */
export function removeRepeated(page: SourcePage, parts: SiteParts): SourcePage {
  if (!page.html.includes(beside)) return page;
  const root = parseText(page.html);
  const left: string[] = [];
  for (const element of [...listElements(root)].filter((each) => readAttribute(each, beside) !== undefined)) {
    const text = keyOf(element);
    setAttribute(element, beside, undefined);
    const { parentNode } = element;
    if ((parts.beside.get(text) ?? 0) < 2 || !parentNode) continue;
    left.push(...(text === '' ? [] : text.split(' ')));
    replaceChildren(
      parentNode,
      parentNode.childNodes.filter((child) => child !== element),
    );
  }
  const start = left.slice(0, 12).join(' ');
  const note = `${left.length} words beside its article, which other pages have too, were left out: ${start}`;
  return { ...page, html: serialize(root), notes: left.length > 0 ? [...page.notes, note] : page.notes };
}
