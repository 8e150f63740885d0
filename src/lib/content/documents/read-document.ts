import { markdownToHast, mdxToHast } from 'satteri';
import type { Document } from './document.ts';
import { textOfValue, toBlocks, type HtmlNode } from './to-blocks.ts';

/** The same options as in `checking/mdx-syntax.ts`: slugs of headings depend on them. */
const features = { gfm: true, smartPunctuation: true, frontmatter: false, rawHtml: true };

type DocumentSource = {
  /** A file that ends in `.mdx` may contain components; a file that ends in `.md` may contain HTML. */
  file: string;
  /** Returns the address of a relative link to a content file, or undefined to keep the link unchanged. */
  resolveLink?: (url: string) => string | undefined;
};

/**
 * Parses the text of a content file, without its front matter, into data. Removes HTML, components and values that are
 * not allowed; the content check reports them.
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

/** Highlights code blocks with Prism, which is loaded for the first one. Returns the highlighted tree of each block. */
async function highlightCode(tree: HtmlNode): Promise<Map<HtmlNode, HtmlNode>> {
  const coloured = new Map<HtmlNode, HtmlNode>();
  const blocks = [...listCodeBlocks(tree)];
  if (blocks.length === 0) return coloured;
  const { satteriCreateHighlightFn } = await import('@astrojs/markdown-satteri');
  const highlight = await satteriCreateHighlightFn('prism', undefined);
  for (const block of blocks) {
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
