import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, PublishedPage } from '#lib/build-format/manifest.ts';
import { percentEncodePath, isTrickyPath, withoutPageSuffix } from './request-path.ts';

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

/** The pages of the current publication. Their text stays on the disk until it is requested. */
export function createPublishedPages(distDir: string, current: () => Manifest): PublishedPages {
  /** Works for pages from earlier publications too. */
  const files = new WeakMap<PageEntry, string>();
  let listed: { manifest: Manifest; list: PageList } | undefined;
  const read = () => {
    const manifest = current();
    if (listed?.manifest !== manifest) listed = { manifest, list: listPages(manifest, files) };
    return listed.list;
  };
  return {
    list: () => read().pages,
    find(path) {
      const { byAddress } = read();
      const spelled = respell(path);
      return byAddress.get(spelled) ?? byAddress.get(withoutPageSuffix(spelled));
    },
    async readMarkdown(page) {
      const file = files.get(page);
      if (file === undefined) throw new Error(`${page.path} is not a page of this build`);
      return readFile(join(distDir, file), 'utf8');
    },
  };
}

type PageList = { pages: readonly PageEntry[]; byAddress: ReadonlyMap<string, PageEntry> };

function listPages(manifest: Manifest, files: WeakMap<PageEntry, string>): PageList {
  const pages = manifest.pages
    .filter(({ status }) => status === 200)
    .map((page) => {
      const entry = toEntry(page);
      files.set(entry, page.markdown.file);
      return entry;
    })
    .sort((a, b) => (a.markdownPath < b.markdownPath ? -1 : 1));
  const byAddress = new Map<string, PageEntry>();
  for (const page of pages) {
    byAddress.set(percentEncodePath(page.path), page).set(percentEncodePath(page.markdownPath), page);
  }
  for (const { from, to } of manifest.redirects) {
    const page = byAddress.get(percentEncodePath(to));
    if (page) byAddress.set(percentEncodePath(from), page).set(percentEncodePath(`${from}.md`), page);
  }
  return { pages, byAddress };
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
