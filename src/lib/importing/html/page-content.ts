import { serialize, serializeOuter } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';
import { wordsOf } from '#lib/importing/raw-words.ts';
import {
  isHtmlElement,
  listElements,
  parseText,
  readAttribute,
  removeElement,
  replaceChildren,
  setAttribute,
  type HtmlElement,
  type HtmlParent,
} from '#lib/importing/html-tree.ts';
import type { SourcePage, UnknownPart } from '#lib/importing/source-page.ts';

/** What the pages of a site have around their text. */
export type SiteParts = {
  /** On how many pages a text stands beside the only article. */
  beside: Map<string, number>;
};

/**
 * The content of a page: `<main>`, or else the body, without menus, and without the head and foot of the site.
 * @param leftOut collects these parts, and what stands outside `<main>`
 */
export function readContent(
  elements: readonly HtmlElement[],
  parts: SiteParts,
  leftOut: UnknownPart[],
): HtmlElement | undefined {
  const main = elements.find((each) => each.tagName === 'main' || readAttribute(each, 'role') === 'main');
  const root = main ?? elements.find(({ tagName }) => tagName === 'body' || tagName === 'frameset');
  if (!root) return undefined;
  const inside = listElements(root);
  for (const frame of inside) if (frame.tagName === 'frame') frame.tagName = 'iframe';
  const articles = inside.filter(({ tagName }) => tagName === 'article');
  const article = main || articles.length !== 1 ? undefined : articles[0];
  const around = new Set<HtmlParent>([root, ...(article ? ancestorsOf(article) : [])]);
  const texts = new Set<string>();

  function prune(parent: HtmlElement): void {
    const isAround = around.has(parent);
    const children = parent.childNodes.filter((child) => {
      if (!isHtmlElement(child)) return true;
      if (isSitePart(child, isAround)) {
        leftOut.push(toPart('menus, and heads and feet of pages', serializeOuter(child)));
        return false;
      }
      prune(child);
      if (article && isAround && child !== article && !around.has(child)) markBeside(child);
      return true;
    });
    replaceChildren(parent, children);
  }

  function markBeside(element: HtmlElement): void {
    const text = wordsOf(textOf(element));
    setAttribute(element, beside, '');
    if (!texts.has(text)) parts.beside.set(text, (parts.beside.get(text) ?? 0) + 1);
    texts.add(text);
  }

  prune(root);
  if (main) leftOut.push(...listOutside(elements, main));
  return root;
}

/** HTML has the content of a page in `<main>`, and what all pages of a site share outside it. */
function listOutside(elements: readonly HtmlElement[], main: HtmlElement): UnknownPart[] {
  const around = ancestorsOf(main);
  return elements
    .filter((each) => each.parentNode && around.has(each.parentNode) && !around.has(each))
    .filter((each) => each !== main && each.tagName !== 'head')
    .map((each) => toPart('parts outside `<main>`', serializeOuter(each)));
}

function ancestorsOf(element: HtmlElement): Set<HtmlParent> {
  const found = new Set<HtmlParent>();
  for (let node: HtmlParent = element; 'parentNode' in node && node.parentNode; node = node.parentNode)
    found.add(node.parentNode);
  return found;
}

export function toPart(what: string, source: string): UnknownPart {
  return { what, source, isInText: false };
}

const beside = 'data-import-beside';

function isSitePart(element: HtmlElement, isAround: boolean): boolean {
  return (
    element.tagName === 'nav' ||
    /^(?:navigation|banner|contentinfo|search)$/.test(readAttribute(element, 'role') ?? '') ||
    (isAround &&
      /^(?:header|footer)$/.test(element.tagName) &&
      !listElements(element).some(({ tagName }) => tagName === 'h1'))
  );
}

/** Leaves out what stands beside the only article of a page, and of other pages too: it belongs to the site. */
export function removeRepeated(page: SourcePage, parts: SiteParts): SourcePage {
  if (!page.html.includes(beside)) return page;
  const root = parseText(page.html);
  const left: UnknownPart[] = [];
  for (const element of listElements(root).filter((each) => readAttribute(each, beside) !== undefined)) {
    const text = wordsOf(textOf(element));
    setAttribute(element, beside, undefined);
    if ((parts.beside.get(text) ?? 0) < 2) continue;
    left.push(
      toPart('parts beside the article of a page, which other pages have too', serializeOuter(element)),
    );
    removeElement(element);
  }
  return { ...page, html: serialize(root), leftOut: [...(page.leftOut ?? []), ...left] };
}
