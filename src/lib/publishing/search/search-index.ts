import { escapeHtml } from '#lib/content/html-text.ts';
import type { IndexedPageData } from '#lib/build-format/page-index-format.ts';
import { close, createIndex, type PagefindIndex } from 'pagefind';

/** The fields of a page in the search index. */
export type IndexedPage = Omit<IndexedPageData, 'etag'> & {
  /** Language tag of the page. */
  lang: string;
  /** HTML of the content, with the ids of headings. */
  contentHtml: string;
};

/** Number of pages that Pagefind reads concurrently. */
const maxConcurrent = 64;

/** A file of Pagefind's index. */
export type IndexFile = { path: string; content: Uint8Array };

/** Indexes that are open in this process. */
let openIndexes = 0;

/**
 * Makes a Pagefind index. The server's search is compiled from it, and browsers use it when they cannot reach the server.
 * All pages are in one index, with the language of the first page. Ends Pagefind's process after the last index, since it
 * does not release its memory: 300 MB after 1,000 pages.
 * @throws Error with Pagefind's message if a page cannot be indexed
 */
export async function indexInMemory(pages: readonly IndexedPage[]): Promise<IndexFile[]> {
  if (pages.length === 0) return [];
  const language = (pages[0]?.lang || 'en').split('-')[0] ?? 'en';
  openIndexes += 1;
  try {
    const { index, errors } = await createIndex({ forceLanguage: language });
    if (!index) throw new Error(`The search index could not be created: ${errors.join('; ')}`);
    for (let from = 0; from < pages.length; from += maxConcurrent) {
      await Promise.all(pages.slice(from, from + maxConcurrent).map((page) => addPage(index, page)));
    }
    const made = await index.getFiles();
    if (made.errors.length > 0)
      throw new Error(`The search index could not be written: ${made.errors.join('; ')}`);
    return made.files;
  } finally {
    openIndexes -= 1;
    if (openIndexes === 0) await close();
  }
}

async function addPage(index: PagefindIndex, page: IndexedPage): Promise<void> {
  const { errors } = await index.addHTMLFile({ url: page.path, content: toDocument(page) });
  if (errors.length > 0) throw new Error(`${page.path} could not be indexed: ${errors.join('; ')}`);
}

/** The description has a low weight, since its words may not be in the content. */
function toDocument({
  title,
  markdownPath,
  type,
  description,
  keywords,
  lang,
  contentHtml,
}: IndexedPage): string {
  return `<!doctype html><html lang="${escapeHtml(lang)}"><head><title>${escapeHtml(title)}</title></head><body>
<main data-pagefind-body data-pagefind-filter="type:${escapeHtml(type)}" data-pagefind-meta="title[data-title], keywords[data-keywords], description[data-description], markdown[data-markdown]" data-title="${escapeHtml(title)}" data-keywords="${escapeHtml(keywords)}" data-description="${escapeHtml(description)}" data-markdown="${escapeHtml(markdownPath)}">
${contentHtml}
<p data-pagefind-weight="0.5">${escapeHtml(description)}</p>
</main></body></html>`;
}
