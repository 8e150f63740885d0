import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documents } from '#lib/content/discovery-documents.ts';
import { contentReportFile } from '#lib/content/report-file.ts';
import type { InlineCode } from '#lib/http/content-policy.ts';
import type { Manifest, PublishedFile, PublishedPage, PublishedRedirect } from '#lib/content/manifest.ts';
import { writePassages } from '#lib/publishing/search/passage-store.ts';
import { writePageIndex } from '#lib/publishing/search/build-page-index.ts';
import { hashCode, joinCode, listInlineCode, toOnDemandCode, withoutStyle } from './inline-code.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { createBuildStore } from '#lib/publishing/activation/body-store.ts';
import { activateManifest } from './activate-manifest.ts';
import { preparePage, type PreparedPage } from './prepare-page.ts';
import { toSearchedOnDemand, type OnDemandPage } from '#lib/publishing/search/searched-page.ts';
import { writeSearchIndex } from '#lib/publishing/search/search-index.ts';
import { writeLlmsFull, writeLlmsTxt } from './llms.ts';
import { writeRobotsTxt, writeSitemaps, type Institute } from './site-files.ts';

export type Publication = {
  /** The build's folder, with Astro's output in `client/`. */
  outDir: string;
  siteUrl: string;
  institute: Institute;
  /** Called with the progress. */
  report: (progress: string) => void;
  /** Draws the preview pictures of pages (og:image). If undefined, pages have none. */
  drawPictures?: (pages: readonly PublishedPage[]) => Promise<void>;
  /** Returns the former addresses of pages. Redirects without a page at their target are dropped. */
  readRedirects?: () => Promise<readonly PublishedRedirect[]>;
  /** Addresses of pages that are left out of indexes and maps. */
  unlisted?: ReadonlySet<string>;
  now?: Date;
  /** The content's folder, as in the manifest. */
  contentDir?: string;
  contactEmail?: string | undefined;
  /** The file with the facts of the institute. */
  instituteFile?: string;
  /** The content that pages rendered on demand show. */
  readOnDemandContent?: () => Promise<object>;
  /** Pages that are rendered per request. They appear only in search and answers to questions. */
  onDemandPages?: readonly OnDemandPage[];
  /** The institute's style sheet, which each publication adds to the code that pages may contain. */
  themeCss?: string;
  /** Inline code of pages rendered on demand, in addition to the code of all prerendered pages. */
  onDemandCode?: InlineCode | undefined;
  /** Addresses of files made from content: rendered files and pictures. */
  contentFiles?: ReadonlySet<string>;
  /** The snapshot of the content, from which it can be published again. */
  snapshot?: string;
};

/** Names of a build's files for the server. Later publications write files with other names. */
export const serverFiles = {
  searchIndex: 'search.index',
  passages: 'passages.sqlite',
  entries: 'entries.json',
  contentReport: null,
  snapshot: null,
} as const;

/**
 * Publishes Astro's output: writes the twin of each page, the search index, the passages, the maps of the site and
 * compressed variants. Writes the manifest last, because a folder with a manifest is a complete build.
 */
export async function publish(publication: Publication): Promise<Manifest> {
  const { outDir, siteUrl, report, readRedirects, unlisted = new Set(), now = new Date() } = publication;
  const prepared = await preparePages(publication);
  report(`${prepared.length} pages have their Markdown; indexing them for search`);
  const made = publication.onDemandCode ?? { scripts: [], styles: [] };
  const code = listInlineCode(prepared.map(({ inlineCode }) => inlineCode));
  const pages = prepared.map(({ page }, index) => ({ ...page, inlineCode: code.indexes[index] ?? 0 }));
  const listed = pages.filter(({ path }) => !unlisted.has(path));
  const open = prepared.filter(({ page }) => page.status === 200 && !unlisted.has(page.path));
  const [, siteFiles] = await Promise.all([
    writeIndexes(open, publication),
    writeSiteFiles(listed, publication),
    publication.drawPictures?.(listed.filter(({ status }) => status === 200)),
    writeFile(
      join(outDir, serverFiles.entries),
      JSON.stringify((await publication.readOnDemandContent?.()) ?? {}),
    ),
  ]);
  const manifest: Manifest = {
    version: 2,
    builtAt: now.toISOString(),
    publishedAt: now.toISOString(),
    isComplete: true,
    contentDir: publication.contentDir ?? '',
    instituteFile: publication.instituteFile ?? '',
    siteUrl,
    contactEmail: publication.contactEmail ?? null,
    pages,
    files: await publishFiles(outDir, new Set([...siteFiles, ...(publication.contentFiles ?? [])])),
    redirects: filterRedirects((await readRedirects?.()) ?? [], pages),
    inlineCode: code.distinct,
    onDemandCode: withoutStyle(toOnDemandCode(made, code.distinct), publication.themeCss),
    knownCode: withoutStyle(joinCode([hashCode(made), ...code.distinct]), publication.themeCss),
    serverFiles: {
      ...serverFiles,
      contentReport: existsSync(join(outDir, contentReportFile)) ? contentReportFile : null,
      snapshot: publication.snapshot ?? null,
    },
  };
  await activateManifest(outDir, manifest);
  report(`published ${open.length} pages and ${manifest.files.length} files`);
  return manifest;
}

async function preparePages({ outDir, siteUrl, report }: Publication): Promise<PreparedPage[]> {
  const files = globSync('**/*.html', { cwd: join(outDir, 'client') })
    .map(withSlashes)
    .sort();
  const store = createBuildStore(outDir);
  return mapConcurrently(files, 16, async (file, finished) => {
    if (finished > 0 && finished % 500 === 0)
      report(`${finished} of ${files.length} pages have their Markdown`);
    const html = await readFile(join(outDir, 'client', file));
    return preparePage({ path: pathOf(file), html }, { siteUrl, store });
  });
}

async function writeIndexes(
  open: readonly PreparedPage[],
  { outDir, onDemandPages = [] }: Publication,
): Promise<void> {
  const language = open[0]?.indexed.lang ?? '';
  const pages = [...open, ...onDemandPages.map((page) => toSearchedOnDemand(page, language))];
  const passages = pages.map((page) => page.passages);
  writePassages(join(outDir, serverFiles.passages), passages);
  const indexed = pages.map((page) => page.indexed);
  const pagefind = join(outDir, 'client', 'pagefind');
  await writeSearchIndex(indexed, pagefind);
  const etags = new Map(open.map(({ page }) => [page.path, page.html.etag]));
  writePageIndex(pagefind, join(outDir, serverFiles.searchIndex), etags);
}

/** Keeps redirects whose target is a page and whose own address is not one. */
export function filterRedirects(
  redirects: readonly PublishedRedirect[],
  pages: readonly PublishedPage[],
): PublishedRedirect[] {
  const paths = new Set(pages.map(({ path }) => path));
  return redirects.filter(({ from, to }) => paths.has(to) && !paths.has(from));
}

/** The address of a prerendered file: `courses/soil-science.html` is `/courses/soil-science`. */
export function pathOf(file: string): string {
  const path = `/${file.replace(/\.html$/, '')}`;
  return path === '/index' ? '/' : path.replace(/\/index$/, '');
}

/** The files about all pages: llms.txt, robots.txt and the sitemaps. */
export async function listSiteFiles(
  pages: readonly PublishedPage[],
  { outDir, siteUrl, institute }: Pick<Publication, 'outDir' | 'siteUrl' | 'institute'>,
): Promise<{ path: string; text: string }[]> {
  const open = pages.filter((page) => page.status === 200);
  const twins = await mapConcurrently(open, 16, async (page) => ({
    ...page,
    twin: await readFile(join(outDir, page.markdown.file), 'utf8'),
  }));
  return [
    ...writeLlmsTxt(open, siteUrl, institute),
    ...writeLlmsFull(twins, siteUrl, institute),
    { path: documents.robots.path, text: writeRobotsTxt(siteUrl, institute) },
    ...writeSitemaps(pages, siteUrl),
  ];
}

/** @returns the paths of the files */
async function writeSiteFiles(pages: readonly PublishedPage[], publication: Publication): Promise<string[]> {
  const store = createBuildStore(publication.outDir);
  const files = await listSiteFiles(pages, publication);
  await Promise.all(files.map(({ path, text }) => store(path.slice(1), Buffer.from(text), 'page')));
  return files.map(({ path }) => path);
}

/** Compresses and lists the files in the folder, without pages, twins and compressed variants. */
async function publishFiles(outDir: string, contentFiles: ReadonlySet<string>): Promise<PublishedFile[]> {
  const client = join(outDir, 'client');
  const store = createBuildStore(outDir);
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
    const isFromContent = contentFiles.has(`/${file}`) || /^(og|pagefind)\//.test(file);
    return {
      path: `/${file}`,
      immutable,
      madeFrom: isFromContent ? 'content' : 'code',
      ...(await store(file, content, immutable ? 'asset' : 'page')),
    };
  });
}

function withSlashes(file: string): string {
  return file.replaceAll('\\', '/');
}
