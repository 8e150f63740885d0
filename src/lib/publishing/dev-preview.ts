import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publish, type Publication } from './publish.ts';

type PreviewOptions = Omit<Publication, 'now'> & {
  /** Returns the HTML of a page; undefined if there is none. */
  fetchPage: (path: string) => Promise<string | undefined>;
};

export type Preview = {
  /** Marks the published pages as out of date, after content was saved. */
  markStale(): void;
  /** Publishes the pages if they are out of date. Concurrent calls share the work. */
  refresh(): Promise<void>;
};

/** Publishes the pages of a preview like a build: twins, search index, passages and maps. */
export function createPreview({ fetchPage, outDir, ...options }: PreviewOptions): Preview {
  let version = 1;
  let published = 0;
  let running: Promise<void> | undefined;

  const refresh = async () => {
    while (published < version) {
      const target = version;
      // The previous folder stays in use until the new one is complete.
      const next = `${outDir}-next`;
      await rm(next, { recursive: true, force: true });
      await collectPages(join(next, 'client'), fetchPage);
      await publish({ ...options, outDir: next });
      await rm(outDir, { recursive: true, force: true });
      await rename(next, outDir);
      published = target;
    }
  };
  return {
    markStale: () => void (version += 1),
    refresh: () => {
      running ??= refresh().finally(() => (running = undefined));
      return running;
    },
  };
}

/** Writes every page that can be reached through links from the home page. */
async function collectPages(
  clientDir: string,
  fetchPage: (path: string) => Promise<string | undefined>,
): Promise<void> {
  const seen = new Set(['/', '/404']);
  for (const path of seen) {
    const html = await fetchPage(path);
    if (html === undefined) continue;
    const file = join(clientDir, path === '/' ? 'index.html' : `${path}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
    for (const next of linksOf(html)) seen.add(next);
  }
}

/** Paths of prerendered pages that a page links to. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="(\/[^"#?]*)/g)]
    .map(([, path = '']) => path.replace(/(.)\/$/, '$1'))
    .filter((path) => !path.startsWith('//') && !/^\/(api|mcp|search|staff)(\/|$)|\.[a-z0-9]+$/i.test(path));
}
