import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, posix, relative, sep } from 'node:path';
import { messageOf } from '#lib/base/message-of.ts';
import { copyWritable } from '#lib/base/copy-writable.ts';
import { listLinks } from '#lib/base/list-files.ts';
import { checkFormat } from '#lib/content/checking/picture-problems.ts';
import { slugOf } from '#lib/content/slug-of.ts';
import { decodePath } from '#lib/content/links.ts';
import type { ImportSource } from './source-page.ts';

/** Files that people download, and that browsers do not run. */
const downloads =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|txt|epub|zip|ics|vcf|mp[34]|m4[av]|ogg|oga|ogv|wav|webm|mov|jpe?g|png|gif|webp|avif|tiff?)$/i;
const maxFileSize = 500 * 1024 * 1024;

/** A path, or why there is none. */
type CopiedPicture = { path: string } | { problem: string };

export type ImportFiles = ReturnType<typeof createImportFiles>;

/** @param dir the institute’s folder; names of pictures contain a hash, so copying again changes nothing */
export function createImportFiles(
  { contentDir, publicDir }: { contentDir: string; publicDir: string },
  { findFile }: Pick<ImportSource, 'findFile'>,
) {
  const pictures = new Map<string, CopiedPicture>();

  function placePicture(url: URL, collection: string): CopiedPicture {
    const source = findFile(url);
    if (source === undefined || !isFile(source)) return { problem: 'its file is missing' };
    try {
      return copyFrom(source, collection);
    } catch (error) {
      return { problem: `its file cannot be copied: ${messageOf(error)}` };
    }
  }

  function copyFrom(source: string, collection: string): CopiedPicture {
    const problem = checkFormat(source, basename(source));
    if (problem) return { problem: problem.message };
    const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 8);
    const ending = extname(source).toLowerCase();
    const stem = slugOf(basename(source, extname(source))).slice(0, 60) || 'picture';
    const path = `${collection}/pictures/${stem}-${hash}${ending}`;
    copyOnce(source, join(contentDir, path));
    return { path };
  }

  return {
    /** Copies a picture beside the entries of a collection. @returns its path as seen from `file` */
    copyPicture(url: URL, file: string): CopiedPicture {
      const collection = file.split('/')[0] ?? '';
      const key = `${collection} ${url.href}`;
      const placed = pictures.get(key) ?? placePicture(url, collection);
      pictures.set(key, placed);
      if ('problem' in placed) return placed;
      const path = posix.relative(posix.dirname(file), placed.path);
      return { path: path.startsWith('.') ? path : `./${path}` };
    },
    /** Copies a file to the same address below `public`. @param notes say why that failed @returns the address */
    copyDownload(url: URL, notes: string[]): string | undefined {
      const path = decodePath(url.pathname);
      const source = downloads.test(path) ? findFile(url) : undefined;
      if (source === undefined || !isFile(source) || /(?:^|\/)\.|[\\\0]/.test(path)) return undefined;
      try {
        copyOnce(source, join(publicDir, path));
        return encodeURI(path);
      } catch (error) {
        notes.push(`a file cannot be copied: ${messageOf(error)}`);
        return undefined;
      }
    },
  };
}

/** The file at a path inside a folder. @returns undefined if there is none, or if the path or a link leads elsewhere */
export function findInFolder(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  if (path.split(/[\\/]/).includes('..') || !isFile(file)) return undefined;
  const place = relative(realpathSync(folder), realpathSync(file));
  return isAbsolute(place) || place.split(sep)[0] === '..' ? undefined : file;
}

function isFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= maxFileSize;
}

function copyOnce(source: string, target: string): void {
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  copyWritable(source, target);
}

/** What a file that is no page is, by its name. */
export function kindOfFile(name: string): string {
  if (/(?:^|\/)\./.test(name)) return 'hidden files';
  const ending = extname(name).toLowerCase();
  return /^\.[a-z\d]{1,8}$/.test(ending) ? `files ${ending}` : 'files without an extension';
}

/** One line for each kind of files and links in a folder that are no pages. */
export function describeOthers(kinds: ReadonlyMap<string, readonly string[]>, folder: string): string[] {
  const links = listLinks(folder);
  const all =
    links.length > 0 ? [...kinds, ['symbolic links, which are not followed,', links] as const] : kinds;
  return [...all].map(
    ([kind, files]) => `${files.length} ${kind} that are no pages, such as ${files[0] ?? ''}`,
  );
}
