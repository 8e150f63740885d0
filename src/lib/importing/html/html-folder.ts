import { join } from 'node:path';
import { parse, serialize } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';
import { readTextFile } from '#lib/importing/decode-text.ts';
import { readDate } from '#lib/importing/read-date.ts';
import { findInFolder } from '#lib/importing/import-files.ts';
import { listElements, readAttribute, type HtmlElement } from '#lib/importing/html-tree.ts';
import { joinItems } from '#lib/importing/pasted/pasted-lists.ts';
import { markNotes } from '#lib/importing/pasted/pasted-notes.ts';
import { hasClass, readStyle } from '#lib/importing/pasted/pasted-style.ts';
import { decodePath } from '#lib/content/links.ts';
import {
  fileUrlOf,
  keysOf,
  linkKey,
  noOrigin,
  type ImportSource,
  type SourcePage,
  type TargetCollection,
  type UnknownPart,
} from '#lib/importing/source-page.ts';
import { hideStyled, isUnindexed, readMetas, unindexed } from '#lib/importing/unshown-words.ts';
import { readContent, removeRepeated, toPart, type SiteParts } from './page-content.ts';
import { listPageFiles, pageEnding, type PageFile } from './page-files.ts';

type HtmlOptions = { into: TargetCollection | undefined; site: string | undefined };

/** Reads a folder of rendered pages, or those that a sitemap in it names. Nothing is fetched. */
export function readHtmlFolder(source: string, { into = 'pages', site }: HtmlOptions): ImportSource {
  const { folder, files, notes } = listPageFiles(source);
  const known = files.flatMap(({ urls }) => urls).map((url) => URL.parse(url)?.origin);
  const origin = site ?? known.find(Boolean) ?? noOrigin;
  const parts: SiteParts = { beside: new Map() };
  const read = files.flatMap((each) => {
    const { text, notes: remarks, problem } = readTextFile(join(folder, each.file), each.file);
    if (problem === undefined) return [toPage({ ...each, text, remarks, origin, into, parts })];
    notes.push(`${each.file} ${problem}`);
    return [];
  });
  const names = findSiteNames(read.map(({ wholeTitle }) => wholeTitle));
  const pages = joinRedirects(read).map(({ page, wholeTitle }) =>
    page.title === wholeTitle ? { ...page, title: withoutNames(wholeTitle, names) } : page,
  );
  return {
    kind: 'html',
    pages: pages.map((page) => removeRepeated(page, parts)),
    origins: [origin],
    findFile: (url) => findInFolder(folder, decodePath(url.pathname)),
    menus: [],
    notes,
  };
}

/** @param leadsTo the address to which browsers go on at once */
type ReadPage = { page: SourcePage; wholeTitle: string; leadsTo: string | undefined };

/** A page that only leads to another one becomes an address of that page. */
function joinRedirects(read: readonly ReadPage[]): ReadPage[] {
  // A page that is shown comes last, so it wins over one that leads to it.
  const sorted = read.toSorted((one, other) => +(other.leadsTo !== undefined) - +(one.leadsTo !== undefined));
  const owners = new Map(sorted.flatMap((each) => keysOf(each.page).map((key) => [key, each] as const)));
  const ownerOf = (page: ReadPage) => {
    const seen = new Set<ReadPage>();
    let last: ReadPage | undefined = page;
    while (last?.leadsTo !== undefined && !seen.has(last)) {
      seen.add(last);
      last = owners.get(linkKey(new URL(last.leadsTo)));
    }
    return last === page || last?.leadsTo !== undefined ? undefined : last;
  };
  const moved = Map.groupBy(read, ownerOf);
  return (moved.get(undefined) ?? []).map((each) => {
    const old = (moved.get(each) ?? []).flatMap(({ page }) => page.addresses);
    return { ...each, page: { ...each.page, addresses: [...each.page.addresses, ...old] } };
  });
}

function readRefresh(elements: readonly HtmlElement[], base: string): string | undefined {
  const refresh = elements.find((each) => readAttribute(each, 'http-equiv')?.toLowerCase() === 'refresh');
  const [, url] =
    /^\s*[0-5]\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(
      (refresh && readAttribute(refresh, 'content')) ?? '',
    ) ?? [];
  return url === undefined ? undefined : URL.parse(url.trim(), base)?.href;
}

const titleParts = /\s+[-|–—·•»:]+\s+/;

/** The parts that at least half of the titles start or end with, such as the name of the site. */
function findSiteNames(titles: readonly string[]): ReadonlySet<string> {
  const ends = titles.flatMap((title) => {
    const parts = title.split(titleParts);
    return parts.length < 2 ? [] : [...new Set([parts[0] ?? '', parts.at(-1) ?? ''])];
  });
  const groups = Map.groupBy(ends, (part) => part);
  const enough = Math.max(2, titles.length / 2);
  return new Set([...groups].flatMap(([part, group]) => (group.length >= enough ? [part] : [])));
}

function withoutNames(title: string, names: ReadonlySet<string>): string {
  const parts = title.split(titleParts);
  const own = parts.filter((part) => !names.has(part));
  const [first = '', last = ''] = [own[0], own.at(-1)];
  return own.length === 0 ? title : title.slice(title.indexOf(first), title.lastIndexOf(last) + last.length);
}

type PageOptions = PageFile & {
  text: string;
  /** About its encoding. */
  remarks: string[];
  origin: string;
  into: TargetCollection;
  parts: SiteParts;
};

/** Programs that make pages, and what a server includes or shows under a condition, are not rendered. */
const program = /<[?%](?!xml)[\s\S]*?(?:[?%]>|$)|<!--#[a-z][\s\S]*?(?:-->|$)/gi;

function toPage({ text, remarks, file, urls, origin, into, parts }: PageOptions): ReadPage {
  const isProgram = text.search(program) !== -1;
  const doubts: string[] = [];
  if (isProgram) doubts.push('it has program code, which was not run and is not here, so it is a draft');
  const elements = listElements(parse(text.replaceAll(program, '')));
  hideStyled(elements);
  const metas = readMetas(elements);
  const content = (...names: string[]) => metas.find(([name]) => names.includes(name))?.[1];
  const isHidden = isUnindexed(metas);
  if (isHidden) doubts.push(`is a draft: ${unindexed}`);
  const leftOut: UnknownPart[] = [...text.matchAll(program)].map(([source]) =>
    toPart('program code', source),
  );
  const main = readContent(elements, parts, leftOut);
  const title = elements.find(({ tagName }) => tagName === 'title');
  const wholeTitle = textOf(title ?? { value: '' });
  const heading = main && listElements(main).find(({ tagName }) => tagName === 'h1');
  const fileUrl = fileUrlOf(file, origin);
  // A folder shows its index.
  const folderUrl = fileUrl.replace(/(?<=\/)(?:index|default)\.\w+$/i, '');
  const addresses = urls.length > 0 ? urls.map((url) => new URL(url, fileUrl).href) : [folderUrl, fileUrl];
  const path = file.replace(pageEnding, '');
  const published = content('article:published_time', 'date', 'dcterms.date')?.trim();
  const day = published && readDate(published)?.slice(0, 10);
  if (published && !day) doubts.push(`its date “${published}” is not clear`);
  const flat = path.replace(/(?<=[^/])\/index$/, '').replaceAll('/', '-');
  const page: SourcePage = {
    id: file,
    title: heading ? textOf(heading) : wholeTitle,
    html: main ? serialize(main) : '',
    raw: { text, format: 'html' },
    leftOut,
    collection: into,
    name: into === 'handbook' ? path : flat === 'index' ? 'home' : flat,
    addresses,
    // A copy of a site has files such as `page.php?id=3`, and links to them as they were.
    linkedAs: [fileUrl, decodePath(fileUrl).replace(/(?<=\?.*)\.html$/, '')],
    bases: [fileUrl, ...addresses],
    isDraft: isProgram || isHidden || (into === 'news' && Boolean(published) && !day),
    summary: content('description', 'og:description'),
    date: day || undefined,
    author: content('author'),
    ...(elements.some((each) => hasClass(each, /^Mso/)) && { prepare: prepareOffice }),
    doubts,
    notes: remarks,
  };
  return { page, wholeTitle, leadsTo: readRefresh(elements, fileUrl) };
}

/** Lists and notes of Word, saved as a web page. */
function prepareOffice(root: HtmlElement, leftOut: UnknownPart[]): void {
  const isMark = (each: HtmlElement) =>
    readStyle(each).get('mso-list') === 'ignore' ||
    /^#_(?:ftn|edn)ref/.test(readAttribute(each, 'href') ?? '');
  for (const mark of listElements(root).filter(isMark))
    leftOut.push(toPart('marks of lists and notes', textOf(mark)));
  markNotes(root);
  joinItems(root);
}
