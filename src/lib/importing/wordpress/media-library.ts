import { textOf } from '#lib/content/tree-text.ts';
import { parseText } from '#lib/importing/html-tree.ts';
import { findInFolder } from '#lib/importing/import-files.ts';
import { decodePath } from '#lib/content/links.ts';
import type { WordPressItem } from './read-export.ts';
import type { LibraryPicture } from './shortcodes.ts';

export type Library = ReturnType<typeof createLibrary>;

/** The files of the media library. */
export function createLibrary(items: readonly WordPressItem[]) {
  const files = items.filter(({ type, fileUrl }) => type === 'attachment' && URL.canParse(fileUrl));
  const byId = new Map(files.map((item) => [item.id, toPicture(item)]));
  const ofPage = Map.groupBy(files, ({ parent }) => parent);
  const byFile = new Map([...byId.values()].map((picture) => [nameOf(new URL(picture.url)), picture]));
  return {
    byId,
    find: (ids: readonly string[] | undefined, page: string) =>
      (ids ?? (ofPage.get(page) ?? []).map(({ id }) => id)).flatMap((id) => byId.get(id) ?? []),
    describe: (url: URL) => byFile.get(nameOf(url))?.alt || undefined,
    /** The addresses of the pages that WordPress makes for files of a page. */
    linksOf: (page: string) =>
      (ofPage.get(page) ?? []).flatMap(({ link }) => {
        const url = URL.parse(link);
        return url && url.search === '' && page !== '0' ? [url.href] : [];
      }),
  };
}

function toPicture({ fileUrl, meta, excerpt, title }: WordPressItem): LibraryPicture {
  const isFileName = !title.includes(' ');
  return {
    url: fileUrl,
    alt: meta.get('_wp_attachment_image_alt') || textOf(parseText(excerpt)) || (isFileName ? '' : title),
    caption: excerpt,
  };
}

/** Without the size that WordPress adds: `mill-300x200.jpg`. */
function nameOf({ pathname }: URL): string {
  return decodePath(pathname)
    .toLowerCase()
    .replace(/(?:-\d{1,5}x\d{1,5}|-scaled)(?=\.\w{2,5}$)/, '');
}

/** The whole picture if there is one, else the given size. */
export function findUpload({ pathname }: URL, uploads: string): string | undefined {
  const [, path] = /\/(?:wp-content\/uploads|files)\/(.+)$/.exec(decodePath(pathname)) ?? [];
  if (path === undefined) return undefined;
  const whole = path.replace(/-\d{1,5}x\d{1,5}(?=\.\w{2,5}$)/, '');
  return findInFolder(uploads, whole) ?? findInFolder(uploads, path);
}
