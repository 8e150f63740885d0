import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedPage } from '#lib/content/manifest.ts';
import { readManifest } from './read-manifest.ts';
import { percentEncodePath, isTrickyPath, withoutPageSuffix } from './addresses.ts';

/** Metadata of a published page. */
export type PageEntry = Pick<
  PublishedPage,
  'path' | 'markdownPath' | 'type' | 'title' | 'description' | 'updated'
> & {
  /** Size of the Markdown twin. */
  readonly markdownBytes: number;
};

/** The published pages, for routes that look them up by address. Does not include dynamic pages. */
export type PublishedPages = {
  /** Sorted by the addresses of their twins, in UTF-16 units. */
  list(): readonly PageEntry[];
  /**
   * Finds a page by the URL path of the page or its twin. `/x/`, `/x.html` and `/x/index` find `/x`, and a former
   * address finds the page at its new address.
   */
  find(path: string): PageEntry | undefined;
  /** Reads the twin from the disk. @throws Error if its file is missing */
  readMarkdown(page: PageEntry): Promise<string>;
};

/** Opens the list of a build's pages. Their text stays on the disk until it is requested. */
export function openPublishedPages(publishedDir: string): PublishedPages {
  const manifest = readManifest(publishedDir);
  const published = manifest.pages.filter(({ status }) => status === 200);
  const files = new Map(published.map((page) => [page.path, join(publishedDir, page.markdown.file)]));
  const pages = published.map(toEntry).sort((a, b) => (a.markdownPath < b.markdownPath ? -1 : 1));
  const byAddress = new Map<string, PageEntry>();
  for (const page of pages) {
    byAddress.set(percentEncodePath(page.path), page).set(percentEncodePath(page.markdownPath), page);
  }

  for (const { from, to } of manifest.redirects) {
    const page = byAddress.get(percentEncodePath(to));
    if (page) byAddress.set(percentEncodePath(from), page).set(percentEncodePath(`${from}.md`), page);
  }

  return {
    list: () => pages,
    find(path) {
      const spelled = respell(path);
      return byAddress.get(spelled) ?? byAddress.get(withoutPageSuffix(spelled));
    },
    async readMarkdown({ path }) {
      const file = files.get(path);
      if (file === undefined) throw new Error(`${path} is not a page of this build`);
      return readFile(file, 'utf8');
    },
  };
}

function toEntry({
  path,
  markdownPath,
  type,
  title,
  description,
  updated,
  markdown,
}: PublishedPage): PageEntry {
  return { path, markdownPath, type, title, description, updated, markdownBytes: markdown.bytes };
}

/** Normalises the percent-encoding of a path. Returns an invalid path unchanged, which no page has. */
function respell(path: string): string {
  if (!/^\/(?!\/)/.test(path) || isTrickyPath(path)) return path;
  try {
    return percentEncodePath(decodeURIComponent(path));
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
