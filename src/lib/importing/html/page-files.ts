import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { messageOf } from '#lib/base/message-of.ts';
import { textOf } from '#lib/content/tree-text.ts';
import { normalizeText } from '#lib/http/client-text.ts';
import { chooseDecoder } from '#lib/importing/decode-text.ts';
import { describeOthers, kindOfFile } from '#lib/importing/import-files.ts';
import { parseText } from '#lib/importing/html-tree.ts';
import { listAllFiles } from '#lib/base/list-files.ts';
import { decodePath } from '#lib/content/links.ts';
import { noOrigin } from '#lib/importing/source-page.ts';

/** A file of a page, and the addresses that a sitemap gives it. */
export type PageFile = { file: string; urls: string[] };

export const pageEnding = /\.(?:[xsp]?html?|php\d?|aspx?|jsp)$/i;
const maxFileSize = 20_000_000;

/** Lists the pages of a folder, or those that a sitemap in it names. The notes say what else is there. */
export function listPageFiles(source: string): { folder: string; files: PageFile[]; notes: string[] } {
  const isMap = statSync(source).isFile();
  const folder = isMap ? dirname(source) : source;
  const kinds = Map.groupBy(listAllFiles(folder), (name) => kindOf(name, folder));
  const pages = kinds.get('pages') ?? [];
  kinds.delete('pages');
  const notes = describeOthers(kinds, folder);
  if (!isMap) return { folder, files: pages.map((file) => ({ file, urls: [] })), notes };
  const byKey = new Map(pages.map((file) => [keyOf(file), file]));
  const urls = [...new Set(readSitemap(source, { folder, notes, seen: new Set() }))];
  const found = Map.groupBy(urls, (url) => findPage(url, byKey));
  for (const url of found.get(undefined) ?? []) notes.push(`${url}, which has no page in the folder`);
  const unnamed = pages.filter((file) => !found.has(file));
  if (unnamed.length > 0)
    notes.push(`${unnamed.length} pages that the sitemap does not name, such as ${unnamed[0] ?? ''}`);
  const files = [...found].flatMap(([file, list]) => (file === undefined ? [] : [{ file, urls: list }]));
  return { folder, files, notes };
}

function kindOf(name: string, folder: string): string {
  const kind = kindOfFile(name);
  const hasNoEnding = kind === 'files without an extension';
  const isPage =
    kind !== 'hidden files' && (pageEnding.test(name) || (hasNoEnding && startsLikePage(join(folder, name))));
  if (!isPage) return kind;
  return statSync(join(folder, name)).size > maxFileSize ? 'pages larger than 20 MB' : 'pages';
}

/** Copies of a site have files such as `about` and `page.php?id=3`. */
function startsLikePage(path: string): boolean {
  return /^\W*(?:<!doctype html|<html)\b/i.test(readFileSync(path).subarray(0, 1_000).toString('latin1'));
}

/** Systems differ in how they write letters with accents, and in upper and lower case. */
function keyOf(file: string): string {
  return normalizeText(file, 'NFC').toLowerCase();
}

function findPage(url: string, byKey: ReadonlyMap<string, string>): string | undefined {
  const { pathname, search } = URL.parse(url, noOrigin) ?? {};
  if (pathname === undefined || search === undefined) return undefined;
  const path = (decodePath(pathname) + decodePath(search)).replace(/\/$/, '');
  const endings = ['html', 'htm', 'xhtml', 'php'];
  const tried = [path, ...endings.flatMap((ending) => [`${path}.${ending}`, `${path}/index.${ending}`])];
  return tried.map((name) => byKey.get(keyOf(name.slice(1)))).find((file) => file !== undefined);
}

type MapOptions = { folder: string; notes: string[]; seen: Set<string> };

/** The addresses of a sitemap, and of those that an index of sitemaps names. @throws Error for another kind of file */
function readSitemap(path: string, { folder, notes, seen }: MapOptions): string[] {
  seen.add(path);
  const bytes = readFileSync(path);
  const packed = path.toLowerCase().endsWith('.gz');
  const content = packed ? gunzipSync(bytes, { maxOutputLength: 10 * maxFileSize }) : bytes;
  const { root, urls } = readLocations(chooseDecoder(content).decoder.decode(content));
  if (root === 'urlset') return urls;
  if (root !== 'sitemapindex') throw new Error(`${path} is not a sitemap`);
  return urls.flatMap((url) => {
    const file = join(folder, basename(decodePath(URL.parse(url, noOrigin)?.pathname ?? '')));
    if (seen.has(file)) return [];
    const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    try {
      if (isThere) return readSitemap(file, { folder, notes, seen });
    } catch (error) {
      notes.push(`the sitemap ${url}, which cannot be read: ${messageOf(error)}`);
      return [];
    }
    notes.push(`the sitemap ${url}, which has no file in the folder`);
    return [];
  });
}

/** Elements of extensions, such as `<image:loc>`, have another prefix than the root. */
function readLocations(text: string): { root: string | undefined; urls: string[] } {
  const xml = text.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/<!\[CDATA\[|\]\]>/g, '');
  const [, prefix = '', root] = /<([\w-]+:)?(urlset|sitemapindex)\b/i.exec(xml) ?? [];
  const found = xml.matchAll(new RegExp(`<${prefix}loc\\b[^<>]*>([^<]*)`, 'gi'));
  const urls = [...found].map(([, url = '']) => textOf(parseText(url)).trim());
  return { root: root?.toLowerCase(), urls: urls.filter(Boolean) };
}
