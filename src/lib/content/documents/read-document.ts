import { satteriCreateHighlightFn } from '@astrojs/markdown-satteri';
import { markdownToHast, mdxToHast } from 'satteri';
import type { Document } from './document.ts';
import { textOfValue, toBlocks, type HtmlNode } from './to-blocks.ts';

/** As the checks read texts: slugs of headings depend on it. */
const features = { gfm: true, smartPunctuation: true, frontmatter: false, rawHtml: true };

type DocumentSource = {
  /** Its ending says how it is read: `.mdx` may hold components, `.md` HTML. */
  file: string;
  /** Where relative links to other content files lead; undefined leaves a link as it is. */
  resolveLink?: (url: string) => string | undefined;
};

/**
 * Reads the text of a content file, without its front matter, into data. What is not on the list of allowed HTML,
 * components and values is left out; the checks of content say where.
 * @throws Error for MDX that cannot be parsed
 */
export async function readDocument(
  source: string,
  { file, resolveLink = () => undefined }: DocumentSource,
): Promise<Document> {
  const read = file.endsWith('.mdx') ? mdxToHast : markdownToHast;
  const tree = read(source, { features, position: false }) as HtmlNode;
  return toBlocks(tree, { resolveLink, code: await highlightCode(tree) });
}

/** The colours of code blocks, by their node. Prism works on text alone. */
async function highlightCode(tree: HtmlNode): Promise<Map<HtmlNode, HtmlNode>> {
  const coloured = new Map<HtmlNode, HtmlNode>();
  const highlight = await satteriCreateHighlightFn('prism', undefined);
  for (const block of listCodeBlocks(tree)) {
    const [code] = block.children ?? [];
    const [, language = 'plaintext'] =
      /\blanguage-([\w-]+)/.exec(textOfValue(code?.properties?.['className'])) ?? [];
    const text = (code?.children ?? [])
      .map(({ value }) => value ?? '')
      .join('')
      .replace(/\n$/, '');
    const made = await highlight?.(text, language);
    if (made) coloured.set(block, made);
  }
  return coloured;
}

function* listCodeBlocks(node: HtmlNode): Generator<HtmlNode> {
  if (node.tagName === 'pre' && node.children?.[0]?.tagName === 'code') yield node;
  else for (const child of node.children ?? []) yield* listCodeBlocks(child);
}
