import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publish, type Publication } from './publish.ts';

type PreviewOptions = Omit<Publication, 'now'> & {
  /** The HTML of an address as the preview renders it; undefined when there is no such page. */
  fetchPage: (path: string) => Promise<string | undefined>;
};

export type Preview = {
  /** Says that something was saved, so that what was published is out of date. */
  markStale(): void;
  /** Publishes what the preview shows, when it is out of date; calls at the same time share the work. */
  refresh(): Promise<void>;
};

/** Gives a preview what a build would leave: twins, search index, passages and maps, from its own pages. */
export function createPreview({ fetchPage, outDir, ...options }: PreviewOptions): Preview {
  let version = 1;
  let published = 0;
  let running: Promise<void> | undefined;

  const refresh = async () => {
    while (published < version) {
      const target = version;
      // What was published last answers until the new is whole.
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

/** Every page that can be reached by links from the home page, as files. */
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

/** Addresses of pages that a page links to: not endpoints, not files, not what is made on demand. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="(\/[^"#?]*)/g)]
    .map(([, path = '']) => path.replace(/(.)\/$/, '$1'))
    .filter((path) => !path.startsWith('//') && !/^\/(api|mcp|search|staff)(\/|$)|\.[a-z0-9]+$/i.test(path));
}
