import {
  createElement,
  createText,
  isHtmlElement,
  isHtmlText,
  replaceChildren,
  type HtmlElement,
  type HtmlNode,
} from '#lib/importing/html-tree.ts';

/** Elements in which line feeds mean nothing, or are kept as they are. */
const skipped = new Set(
  'pre code script style textarea ul ol dl table thead tbody tfoot tr select svg'.split(' '),
);

/**
 * Adds the line breaks and paragraphs that WordPress adds to texts of its classic editor: a line feed becomes a break,
 * an empty line a new paragraph, which the conversion makes of two breaks. Code that starts with a line feed is a block.
 */
export function addParagraphs(root: HtmlElement): void {
  if (skipped.has(root.tagName)) {
    for (const child of root.childNodes) if (isHtmlElement(child) && isItem(child)) addParagraphs(child);
    return;
  }
  const children = root.childNodes.flatMap((child): HtmlNode[] => {
    if (isHtmlElement(child)) toBlock(child);
    if (isHtmlElement(child)) addParagraphs(child);
    return isHtmlText(child) ? splitLines(child.value) : [child];
  });
  replaceChildren(root, children);
}

function toBlock(element: HtmlElement): void {
  const [first] = element.childNodes;
  if (element.tagName !== 'code' || !first || !isHtmlText(first) || !first.value.startsWith('\n')) return;
  element.tagName = 'pre';
  first.value = first.value.slice(1);
}

function isItem({ tagName }: HtmlElement): boolean {
  return tagName !== 'pre' && tagName !== 'code';
}

function splitLines(text: string): HtmlNode[] {
  return text
    .replaceAll('\r', '')
    .split(/(\n\s*\n|\n)/)
    .flatMap((part, at): HtmlNode[] => {
      if (at % 2 === 0) return part === '' ? [] : [createText(part)];
      const line = createElement('br', {});
      return part === '\n' ? [line] : [line, createElement('br', {})];
    });
}
