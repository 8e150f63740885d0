import { textOf } from '#lib/content/tree-text.ts';
import { isHtmlElement, readAttribute, type HtmlElement } from '#lib/importing/html-tree.ts';
import { listWords } from '#lib/importing/raw-words.ts';

export function listLowerWords(text: string): string[] {
  return listWords(text.toLowerCase());
}

/** The text with white space between blocks, and with alternative texts. */
export function blockText(element: HtmlElement): string {
  const parts = element.childNodes.map((child) => {
    if (!isHtmlElement(child)) return textOf(child);
    if (child.tagName === 'pre') return ` ${textOf(child)} `;
    if (child.tagName === 'img')
      return ` ${readAttribute(child, 'alt') ?? ''} ${readAttribute(child, 'title') ?? ''} `;
    return inlineTags.has(child.tagName) ? blockText(child) : ` ${blockText(child)} `;
  });
  return parts.join('');
}

const inlineTags = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var'.split(
    ' ',
  ),
);
