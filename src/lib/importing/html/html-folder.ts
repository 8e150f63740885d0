import { join } from 'node:path';
import { parse, serialize } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';
import { readTextFile } from '#lib/importing/decode-text.ts';
import { readDate } from '#lib/importing/read-date.ts';
import { findInFolder } from '#lib/importing/import-files.ts';
import { listElements, readAttribute } from '#lib/importing/html-tree.ts';
import {
  decodePath,
  noOrigin,
  type ImportSource,
  type SourcePage,
  type TargetCollection,
  type UnknownPart,
} from '#lib/importing/source-page.ts';
import { readContent, removeRepeated, toPart, type SiteParts } from './page-content.ts';
import { listPageFiles, pageEnding, type PageFile } from './page-files.ts';

type HtmlOptions = { into: TargetCollection | undefined; site: string | undefined };

/** Reads a folder of rendered pages, or those that a sitemap in it names. Nothing is fetched. */
export function readHtmlFolder(source: string, { into = 'pages', site }: HtmlOptions): ImportSource {
  const { folder, files, notes } = listPageFiles(source);
  const known = files.flatMap(({ urls }) => urls).map((url) => URL.parse(url)?.origin);
  const origin = site ?? known.find(Boolean) ?? noOrigin;
  const parts: SiteParts = { beside: new Map() };
  const read = files.map((each) => toPage({ ...each, folder, origin, into, parts }));
  return {
    kind: 'html',
    pages: read.map((page) => removeRepeated(page, parts)),
    origins: [origin],
    findFile: (url) => findInFolder(folder, decodePath(url.pathname)),
    menus: [],
    notes,
  };
}

type PageOptions = PageFile & { folder: string; origin: string; into: TargetCollection; parts: SiteParts };

/** Programs that make pages are not rendered. */
const program = /<[?%](?!xml)[\s\S]*?(?:[?%]>|$)/gi;

function toPage({ folder, file, urls, origin, into, parts }: PageOptions): SourcePage {
  const { text, notes } = readTextFile(join(folder, file), file);
  const isProgram = text.search(program) !== -1;
  const doubts: string[] = [];
  if (isProgram) doubts.push('it has program code, which was not run and is not here, so it is a draft');
  const elements = [...listElements(parse(text.replaceAll(program, '')))];
  const meta = (...names: string[]) =>
    elements
      .filter(({ tagName }) => tagName === 'meta')
      .find((each) => names.includes(readAttribute(each, 'name') ?? readAttribute(each, 'property') ?? ''));
  const content = (...names: string[]) => {
    const found = meta(...names);
    return found && readAttribute(found, 'content');
  };
  const leftOut: UnknownPart[] = [...text.matchAll(program)].map(([source]) =>
    toPart('program code', source),
  );
  const main = readContent(elements, parts, leftOut);
  const title = elements.find(({ tagName }) => tagName === 'title');
  const heading = main && [...listElements(main)].find(({ tagName }) => tagName === 'h1');
  const fileUrl = new URL(file.split('/').map(encodeURIComponent).join('/'), `${origin}/`).href;
  const addresses = urls.length > 0 ? urls.map((url) => new URL(url, fileUrl).href) : [fileUrl];
  const path = file.replace(pageEnding, '');
  const published = content('article:published_time', 'date', 'dcterms.date')?.trim();
  const day = published && readDate(published)?.slice(0, 10);
  if (published && !day) doubts.push(`its date “${published}” is not clear`);
  const flat = path.replace(/(?<=[^/])\/index$/, '').replaceAll('/', '-');
  return {
    id: file,
    title: textOf(heading ?? title ?? { value: '' }),
    html: main ? serialize(main) : '',
    raw: { text, format: 'html' },
    leftOut,
    collection: into,
    name: into === 'handbook' ? path : flat === 'index' ? 'home' : flat,
    addresses,
    linkedAs: [fileUrl],
    bases: [fileUrl, ...addresses],
    isDraft: isProgram || (into === 'news' && Boolean(published) && !day),
    summary: content('description', 'og:description'),
    date: day || undefined,
    author: content('author'),
    doubts,
    notes,
  };
}
