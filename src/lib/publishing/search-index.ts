import { rm } from 'node:fs/promises';
import type { PageType } from '#lib/content/collections.ts';
import { escapeHtml } from '#lib/content/html-text.ts';
import { createIndex, type PagefindIndex } from 'pagefind';

/** What the search index is told of a page. */
export type IndexedPage = {
  /** `/courses/soil-science` */
  path: string;
  title: string;
  type: PageType;
  description: string;
  /** Language tag of the page. */
  lang: string;
  /** The inside of the article: no chrome, headings with their ids. */
  contentHtml: string;
};

/** Pagefind reads so many pages side by side; one at a time it would wait for each answer. */
const atOnce = 64;

/**
 * Writes the Pagefind index of the pages, which the server and the dialog in the browser both search.
 * All pages go into one index, in the language of the first, as a site is searched as a whole.
 * @throws Error with Pagefind's own words when a page can't be indexed
 */
export async function writeSearchIndex(pages: readonly IndexedPage[], directory: string): Promise<void> {
  const language = (pages[0]?.lang || 'en').split('-')[0] ?? 'en';
  const { index, errors } = await createIndex({ forceLanguage: language });
  if (!index) throw new Error(`the search index can't be made: ${errors.join('; ')}`);
  try {
    for (let from = 0; from < pages.length; from += atOnce) {
      await Promise.all(pages.slice(from, from + atOnce).map((page) => addPage(index, page)));
    }
    await rm(directory, { recursive: true, force: true });
    const written = await index.writeFiles({ outputPath: directory });
    if (written.errors.length > 0)
      throw new Error(`the search index can't be written: ${written.errors.join('; ')}`);
  } finally {
    await index.deleteIndex();
  }
}

async function addPage(index: PagefindIndex, page: IndexedPage): Promise<void> {
  const { errors } = await index.addHTMLFile({ url: page.path, content: documentOf(page) });
  if (errors.length > 0) throw new Error(`${page.path} can't be indexed: ${errors.join('; ')}`);
}

/** Only what is searched; the description counts a little, as words that the page itself may not use. */
function documentOf({ title, type, description, lang, contentHtml }: IndexedPage): string {
  return `<!doctype html><html lang="${escapeHtml(lang)}"><head><title>${escapeHtml(title)}</title></head><body>
<main data-pagefind-body data-pagefind-filter="type:${escapeHtml(type)}" data-pagefind-meta="title[data-title]" data-title="${escapeHtml(title)}">
${contentHtml}
<p data-pagefind-weight="0.5">${escapeHtml(description)}</p>
</main></body></html>`;
}
