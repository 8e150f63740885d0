import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pageTypeOf } from '#lib/content/addresses.ts';
import { pageTypes, type PageType } from '#lib/content/collections.ts';
import { documents } from '#lib/content/discovery-documents.ts';
import { contentReportFile } from '#lib/content/report-file.ts';
import type { InlineCode } from '#lib/http/content-policy.ts';
import { readContent } from './content.ts';
import type { Manifest, PublishedFile, PublishedPage, PublishedRedirect } from '#lib/content/manifest.ts';
import { writePassages } from './passage-store.ts';
import { writePageIndex } from './page-index.ts';
import { listInlineCode, toOnDemandCode } from './inline-code.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { represent } from './representations.ts';
import { toSearchedOnDemand, toSearchedPage, type OnDemandPage, type SearchedPage } from './searched-page.ts';
import { writeSearchIndex } from './search-index.ts';
import { writeLlmsFull, writeLlmsTxt } from './llms.ts';
import { writeRobotsTxt, writeSitemaps, type Institute } from './site-files.ts';
import { toTwin } from './twin.ts';

export type Publication = {
  /** The build's folder, with Astro's output in `client/`. */
  outDir: string;
  siteUrl: string;
  institute: Institute;
  /** Called with the progress. */
  report: (progress: string) => void;
  /** Draws the preview pictures of pages (og:image). If undefined, pages have none. */
  drawPictures?: (pages: readonly PublishedPage[]) => Promise<void>;
  /** Returns the former addresses of pages. Those without a page at their target are dropped. */
  readRedirects?: () => Promise<readonly PublishedRedirect[]>;
  /** Addresses of pages that are left out of indexes and maps. */
  unlisted?: ReadonlySet<string>;
  now?: Date;
  /** The content's folder, as in the manifest. */
  contentDir?: string;
  /** The entries that pages rendered on demand show, by collection. */
  readEntries?: () => Promise<Readonly<Record<string, readonly object[]>>>;
  /** Pages that are rendered per request. They are found by search and questions, and listed nowhere else. */
  onDemandPages?: readonly OnDemandPage[];
  /** Inline code of pages rendered on demand, beside that of all prerendered pages. */
  onDemandCode?: InlineCode | undefined;
};

/** Names of a build's files for the server. Later publications write files with other names. */
export const serverFiles = {
  searchIndex: 'search.index',
  passages: 'passages.sqlite',
  entries: 'entries.json',
  contentReport: null,
  snapshot: null,
} as const;

/** A page for the manifest and for the indexes. */
type Prepared = SearchedPage & {
  page: Omit<PublishedPage, 'inlineCode'>;
  inlineCode: InlineCode;
};

/**
 * Publishes Astro's output: writes the twin of each page, the search index, the passages, the maps of the site and
 * compressed variants. Writes the manifest last, because a folder with a manifest is a complete build.
 */
export async function publish(publication: Publication): Promise<Manifest> {
  const { outDir, siteUrl, report, readRedirects, unlisted = new Set(), now = new Date() } = publication;
  const prepared = await preparePages(publication);
  report(`${prepared.length} pages have their Markdown; indexing them for search`);
  const code = listInlineCode(prepared.map(({ inlineCode }) => inlineCode));
  const pages = prepared.map(({ page }, index) => ({ ...page, inlineCode: code.indexes[index] ?? 0 }));
  const listed = pages.filter(({ path }) => !unlisted.has(path));
  const open = prepared.filter(({ page }) => page.status === 200 && !unlisted.has(page.path));
  await Promise.all([
    writeIndexes(open, publication),
    writeSiteFiles(listed, publication),
    publication.drawPictures?.(listed.filter(({ status }) => status === 200)),
    writeFile(join(outDir, serverFiles.entries), JSON.stringify((await publication.readEntries?.()) ?? {})),
  ]);
  const manifest: Manifest = {
    version: 2,
    builtAt: now.toISOString(),
    publishedAt: now.toISOString(),
    isComplete: true,
    contentDir: publication.contentDir ?? '',
    siteUrl,
    pages,
    files: await publishFiles(outDir),
    redirects: filterRedirects((await readRedirects?.()) ?? [], pages),
    inlineCode: code.distinct,
    onDemandCode: toOnDemandCode(publication.onDemandCode ?? { scripts: [], styles: [] }, code.distinct),
    serverFiles: {
      ...serverFiles,
      contentReport: existsSync(join(outDir, contentReportFile)) ? contentReportFile : null,
    },
  };
  const file = join(outDir, 'manifest.json');
  await writeFile(`${file}.new`, JSON.stringify(manifest));
  await rename(`${file}.new`, file);
  report(`published ${open.length} pages and ${manifest.files.length} files`);
  return manifest;
}

async function preparePages({ outDir, siteUrl, report }: Publication): Promise<Prepared[]> {
  const files = globSync('**/*.html', { cwd: join(outDir, 'client') })
    .map(withSlashes)
    .sort();
  return mapConcurrently(files, 16, async (file, finished) => {
    if (finished > 0 && finished % 500 === 0)
      report(`${finished} of ${files.length} pages have their Markdown`);
    return preparePage(file, { outDir, siteUrl });
  });
}

async function writeIndexes(
  open: readonly Prepared[],
  { outDir, onDemandPages = [] }: Publication,
): Promise<void> {
  const language = open[0]?.indexed.lang ?? '';
  const pages = [...open, ...onDemandPages.map((page) => toSearchedOnDemand(page, language))];
  const passages = pages.map((page) => page.passages);
  writePassages(join(outDir, serverFiles.passages), passages);
  const indexed = pages.map((page) => page.indexed);
  const pagefind = join(outDir, 'client', 'pagefind');
  await writeSearchIndex(indexed, pagefind);
  writePageIndex(pagefind, join(outDir, serverFiles.searchIndex));
}

/** Keeps redirects that lead to a page and do not hide one. */
function filterRedirects(redirects: readonly PublishedRedirect[], pages: readonly PublishedPage[]) {
  const paths = new Set(pages.map(({ path }) => path));
  return redirects.filter(({ from, to }) => paths.has(to) && !paths.has(from));
}

/** The address of a prerendered file: `courses/soil-science.html` is `/courses/soil-science`. */
export function pathOf(file: string): string {
  const path = `/${file.replace(/\.html$/, '')}`;
  return path === '/index' ? '/' : path.replace(/\/index$/, '');
}

/** The status of error pages. */
const errorPages: Readonly<Partial<Record<string, 404 | 429 | 500>>> = {
  '/404': 404,
  '/429': 429,
  '/500': 500,
};

async function preparePage(
  file: string,
  { outDir, siteUrl }: Pick<Publication, 'outDir' | 'siteUrl'>,
): Promise<Prepared> {
  const path = pathOf(file);
  const markdownPath = path === '/' ? '/index.md' : `${path}.md`;
  const html = await readFile(join(outDir, 'client', file));
  const content = readContent(html.toString('utf8'));
  const type = readPageType(content.type, path);
  const { title, description, updated, inlineCode } = content;

  const twin = Buffer.from(toTwin(content, { origin: siteUrl, path }));
  const twinFile = `client${markdownPath}`;
  await writeFile(join(outDir, twinFile), twin);
  const [asHtml, asMarkdown] = await Promise.all([
    represent(outDir, `client/${file}`, html, 'page'),
    represent(outDir, twinFile, twin, 'page'),
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

async function writeSiteFiles(
  pages: readonly PublishedPage[],
  { outDir, siteUrl, institute }: Publication,
): Promise<void> {
  const open = pages.filter((page) => page.status === 200);
  const twins = await mapConcurrently(open, 16, async (page) => ({
    ...page,
    twin: await readFile(join(outDir, page.markdown.file), 'utf8'),
  }));
  const files = [
    ...writeLlmsTxt(open, siteUrl, institute),
    ...writeLlmsFull(twins, siteUrl, institute),
    { path: documents.robots.path, text: writeRobotsTxt(siteUrl, institute) },
    ...writeSitemaps(pages, siteUrl),
  ];
  await Promise.all(
    files.map(async ({ path, text }) => {
      const file = join(outDir, 'client', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }),
  );
}

/** Compresses and lists the files in the folder, without pages, twins and compressed variants. */
async function publishFiles(outDir: string): Promise<PublishedFile[]> {
  const client = join(outDir, 'client');
  const all = globSync(['**/*', '.well-known/**/*'], { cwd: client, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => withSlashes(join(entry.parentPath, entry.name).slice(client.length + 1)));
  const pages = new Set(all.filter((file) => file.endsWith('.html')));
  const files = all.filter((file) => {
    const isTwin = file.endsWith('.md') && pages.has(file.replace(/\.md$/, '.html'));
    return !pages.has(file) && !isTwin && !/\.(br|gz)$/.test(file);
  });
  return mapConcurrently([...new Set(files)].sort(), 16, async (file) => {
    const immutable = /^(_astro\/|pagefind\/(fragment|index)\/)/.test(file);
    const content = await readFile(join(client, file));
    return {
      path: `/${file}`,
      immutable,
      ...(await represent(outDir, `client/${file}`, content, immutable ? 'asset' : 'page')),
    };
  });
}

function withSlashes(file: string): string {
  return file.replaceAll('\\', '/');
}
