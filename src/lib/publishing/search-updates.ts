import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PagefindIndex } from 'pagefind';
import type { Manifest, PublishedFile, PublishedPage } from '#lib/content/manifest.ts';
import { publishedFolder, type BodyStore } from './body-store.ts';
import { readContent } from './content.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { compilePageIndex } from './page-index.ts';
import { updatePassages, writePassages } from './passage-store.ts';
import { etagOf } from './representations.ts';
import { addPages, openIndex } from './search-index.ts';
import { toSearchedOnDemand, toSearchedPage, type OnDemandPage, type SearchedPage } from './searched-page.ts';

type SearchOptions = { outDir: string; store: BodyStore; onDemandPages: readonly OnDemandPage[] };

type SearchChanges = {
  /** The last publication with a complete search. */
  previous: Manifest;
  /** All pages that search finds, as they are now. */
  pages: readonly PublishedPage[];
  /** The search data of new and changed pages; undefined if it is unknown which pages changed. */
  changed: readonly SearchedPage[] | undefined;
};

type SearchFiles = { searchIndex: string; passages: string; files: PublishedFile[] };

export type SearchUpdates = ReturnType<typeof createSearchUpdates>;

/** Keeps Pagefind's index in memory, so that a publication adds only its changed pages. */
export function createSearchUpdates({ outDir, store, onDemandPages }: SearchOptions) {
  let index: PagefindIndex | undefined;
  /** The pages in the index, with their entity tags. */
  const indexed = new Map<string, string>();

  async function readPage({ path, markdownPath, type, html }: PublishedPage): Promise<SearchedPage> {
    const content = readContent(await readFile(join(outDir, html.file), 'utf8'));
    return toSearchedPage(content, { path, markdownPath, type });
  }

  const readPages = (pages: readonly PublishedPage[]) => mapConcurrently(pages, 4, readPage);

  async function drop(): Promise<void> {
    const dropped = index;
    index = undefined;
    indexed.clear();
    await dropped?.deleteIndex();
  }

  /** Brings the index to the state of `pages`. Pagefind cannot remove a page, so then it starts again. */
  async function bring(pages: readonly PublishedPage[], known: ReadonlyMap<string, SearchedPage>) {
    const paths = new Set(pages.map(({ path }) => path));
    if ([...indexed.keys()].some((path) => !paths.has(path))) await drop();
    const outdated = pages.filter(({ path, html }) => indexed.get(path) !== html.etag);
    const read = await mapConcurrently(outdated, 4, async (page) => known.get(page.path) ?? readPage(page));
    if (!index) {
      index = await openIndex(language(read));
      await addPages(
        index,
        onDemandPages.map((page) => toSearchedOnDemand(page, language(read)).indexed),
      );
    }
    await addPages(
      index,
      read.map((page) => page.indexed),
    );
    for (const { path, html } of outdated) indexed.set(path, html.etag);
    return index;
  }

  async function storePagefind(
    files: readonly { path: string; content: Uint8Array }[],
    previous: Manifest,
  ): Promise<PublishedFile[]> {
    const stored = new Map(previous.files.map((file) => [file.path, file]));
    return mapConcurrently(files, 16, async (file) => {
      const path = `/pagefind/${file.path}`;
      const content = Buffer.from(file.content);
      const known = stored.get(path);
      if (known?.etag === etagOf(content)) return known;
      const immutable = /^(fragment|index)\//.test(file.path);
      const body = await store(path.slice(1), content, immutable ? 'asset' : 'page');
      return { path, immutable, madeFrom: 'content', ...body };
    });
  }

  return {
    /** Adds the pages of a publication to Pagefind's index, so that the next update is fast. */
    async warm(pages: readonly PublishedPage[]): Promise<void> {
      await bring(pages, new Map());
    },

    async update({ previous, pages, changed }: SearchChanges): Promise<SearchFiles> {
      const known = changed ?? (await readPages(pages));
      const open = await bring(pages, new Map(known.map((page) => [page.indexed.path, page])));
      const { files, errors } = await open.getFiles();
      if (errors.length > 0) throw new Error(`The search index could not be written: ${errors.join('; ')}`);
      const fragments = files.filter(({ path }) => path.endsWith('.pf_fragment'));
      const compiled = compilePageIndex(fragments.map(({ path, content }) => ({ name: path, content })));
      const passages = `${publishedFolder}/passages-${Date.now()}-${process.pid}.sqlite`;
      const ofPages = known.map((page) => page.passages);
      if (changed) {
        const paths = new Set(pages.map(({ path }) => path));
        const removed = previous.pages.flatMap(({ path }) => (paths.has(path) ? [] : [path]));
        const from = join(outDir, previous.serverFiles.passages);
        updatePassages(from, join(outDir, passages), { changed: ofPages, removed });
      } else {
        const onDemand = onDemandPages.map((page) => toSearchedOnDemand(page, language(known)).passages);
        writePassages(join(outDir, passages), [...ofPages, ...onDemand]);
      }
      const { file } = await store('search.index', compiled, 'page');
      return { searchIndex: file, passages, files: await storePagefind(files, previous) };
    },
    close: drop,
  };
}

function language(pages: readonly SearchedPage[]): string {
  return pages[0]?.indexed.lang ?? 'en';
}
