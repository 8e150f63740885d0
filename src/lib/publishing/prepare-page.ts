import { pageTypeOf } from '#lib/content/addresses.ts';
import { pageTypes, type PageType } from '#lib/content/collections.ts';
import type { PublishedPage } from '#lib/build-format/manifest.ts';
import type { InlineCode } from '#lib/http/content-policy.ts';
import type { BodyStore } from '#lib/publishing/activation/body-store.ts';
import { readContent } from '#lib/publishing/twin/article.ts';
import { toSearchedPage, type SearchedPage } from '#lib/publishing/search/searched-page.ts';
import { toTwin } from '#lib/publishing/twin/twin.ts';

export type RenderedPage = { path: string; html: Buffer };

/** The data of a page for the manifest and for the indexes. */
export type PreparedPage = SearchedPage & {
  page: Omit<PublishedPage, 'inlineCode'>;
  inlineCode: InlineCode;
};

/** The status of error pages. */
const errorPages: Readonly<Partial<Record<string, 404 | 429 | 500>>> = {
  '/404': 404,
  '/429': 429,
  '/500': 500,
};

/** Stores a page and its twin. */
export async function preparePage(
  { path, html }: RenderedPage,
  { siteUrl, store }: { siteUrl: string; store: BodyStore },
): Promise<PreparedPage> {
  const name = path === '/' ? '/index' : path;
  const markdownPath = `${name}.md`;
  const content = readContent(html.toString('utf8'));
  const type = readPageType(content.type, path);
  const { title, description, updated, inlineCode } = content;
  const twin = Buffer.from(toTwin(content, { origin: siteUrl, path }));
  const [asHtml, asMarkdown] = await Promise.all([
    store(`${name.slice(1)}.html`, html, 'page'),
    store(markdownPath.slice(1), twin, 'page'),
  ]);
  const status: PublishedPage['status'] = errorPages[path] ?? 200;
  const page = { path, markdownPath, type, title, description, updated, status };
  return {
    page: { ...page, html: asHtml, markdown: asMarkdown },
    inlineCode,
    ...toSearchedPage(content, { path, markdownPath, type }),
  };
}

/** @throws Error for a type that no collection has */
export function readPageType(said: string | null, path: string): PageType {
  const type = said === null ? pageTypeOf(path) : pageTypes.find((known) => known === said);
  if (!type)
    throw new Error(`the page ${path} has the unknown type "${said ?? ''}": use ${pageTypes.join(', ')}`);
  return type;
}
