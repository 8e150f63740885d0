import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serialize } from 'parse5';
import { labelsOf } from '#lib/content/collections.ts';
import { escapeHtml } from '#lib/content/html-text.ts';
import type { PublishedPage } from '#lib/build-format/manifest.ts';
import { readContent, type PageContent } from '#lib/publishing/twin/article.ts';
import { markLines } from './line-marks.ts';
import type { PassagePage } from './passage-store.ts';
import { toPassages } from './make-passages.ts';
import type { IndexedPage } from './search-index.ts';

export type SearchedPage = { indexed: IndexedPage; passages: PassagePage };

/** The search data of a page that is rendered per request. */
export type OnDemandPage = { path: string; title: string; text: string; keywords: string };

type Address = Pick<PublishedPage, 'path' | 'markdownPath' | 'type'>;

/** Returns the data of a page for search and questions. Marks the lines in the content's tree. */
export function toSearchedPage(content: PageContent, { path, markdownPath, type }: Address): SearchedPage {
  const { title, description, language } = content;
  const passages = toPassages(content).map(({ anchor, headings, text }) => ({
    anchor,
    title,
    heading: headings.join(' - '),
    text,
  }));
  markLines(content.root);
  const contentHtml = serialize(content.root);
  const kind = type === 'page' ? '' : labelsOf(type).singular;
  const keywords = `${content.keywords} ${kind}`.trim();
  return {
    indexed: { path, markdownPath, type, title, description, keywords, lang: language, contentHtml },
    passages: { path, type, passages },
  };
}

/** Reads the search data of a published page. @param outDir the build's folder */
export async function readSearchedPage(outDir: string, page: PublishedPage): Promise<SearchedPage> {
  return toSearchedPage(readContent(await readFile(join(outDir, page.html.file), 'utf8')), page);
}

export function toSearchedOnDemand(
  { path, title, text, keywords }: OnDemandPage,
  lang: string,
): SearchedPage {
  const main = `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>`;
  const content = readContent(`<html lang="${escapeHtml(lang)}"><body>${main}</body></html>`);
  // A page rendered per request has no `.md` address: its Markdown is negotiated at its own address.
  return toSearchedPage({ ...content, keywords }, { path, markdownPath: path, type: 'page' });
}
