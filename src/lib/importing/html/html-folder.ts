import { existsSync, globSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parse, serialize } from 'parse5';
import { textOf } from '#lib/content/tree-text.ts';
import { readTextFile } from '#lib/importing/decode-text.ts';
import { listElements, readAttribute, replaceChildren, type HtmlElement } from '#lib/importing/html-tree.ts';
import {
  decodePath,
  noOrigin,
  type ImportSource,
  type SourcePage,
  type TargetCollection,
} from '#lib/importing/source-page.ts';

type HtmlOptions = { into: TargetCollection | undefined; site: string | undefined };

const maxFileSize = 20_000_000;
const maxPages = 50_000;

/** Reads a folder of rendered pages, or those that a sitemap beside them names. Nothing is fetched. */
export function readHtmlFolder(source: string, { into = 'pages', site }: HtmlOptions): ImportSource {
  const isMap = source.toLowerCase().endsWith('.xml');
  const folder = isMap ? dirname(source) : source;
  const listed = isMap ? readSitemap(source) : [];
  const origin = site ?? listed.map((url) => URL.parse(url)?.origin).find(Boolean) ?? noOrigin;
  const files = isMap
    ? listed.map((url) => ({ url, file: findPage(url, folder) }))
    : listPages(folder).map((file) => ({ url: undefined, file }));
  const found = files.flatMap(({ url, file }) => (file === undefined ? [] : [{ url, file }]));
  const large = found.filter(({ file }) => statSync(join(folder, file)).size > maxFileSize);
  return {
    kind: 'html',
    pages: found
      .filter((each) => !large.includes(each))
      .map(({ file, url }) => toPage({ folder, file, url, origin, into })),
    origins: [origin],
    findFile: (url) => findIn(folder, url),
    menus: [],
    notes: [
      ...files.flatMap(({ url, file }) =>
        file === undefined && url ? [`${url}, which has no file in the folder`] : [],
      ),
      ...large.map(({ file }) => `${file}, which is larger than 20 MB`),
    ],
  };
}

function listPages(folder: string): string[] {
  return globSync('**/*.{html,htm}', { cwd: folder })
    .map((name) => name.split(sep).join('/'))
    .toSorted()
    .slice(0, maxPages);
}

/** The addresses of a sitemap. Each is text between two tags. */
function readSitemap(path: string): string[] {
  if (statSync(path).size > maxFileSize) throw new Error(`${path} is larger than 20 MB`);
  const { text } = readTextFile(path, path);
  return [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g)]
    .slice(0, maxPages)
    .map(([, url = '']) => url.replaceAll('&amp;', '&'));
}

function findPage(url: string, folder: string): string | undefined {
  const path = decodePath(URL.parse(url, noOrigin)?.pathname ?? '').replace(/^\/|\/$/g, '');
  if (path.split(/[\\/]/).includes('..')) return undefined;
  const names = path === '' ? ['index.html'] : [path, `${path}.html`, `${path}/index.html`, `${path}.htm`];
  return names.find((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
}

type PageFile = {
  folder: string;
  file: string;
  url: string | undefined;
  origin: string;
  into: TargetCollection;
};

function toPage({ folder, file, url, origin, into }: PageFile): SourcePage {
  const { text, notes } = readTextFile(join(folder, file), file);
  const elements = [...listElements(parse(text))];
  const meta = (...names: string[]) =>
    elements
      .filter(({ tagName }) => tagName === 'meta')
      .find((each) => names.includes(readAttribute(each, 'name') ?? readAttribute(each, 'property') ?? ''));
  const content = (...names: string[]) => {
    const found = meta(...names);
    return found && readAttribute(found, 'content');
  };
  const main = findMain(elements);
  const title = elements.find(({ tagName }) => tagName === 'title');
  const heading = main && [...listElements(main)].find(({ tagName }) => tagName === 'h1');
  const fileUrl = new URL(file.split('/').map(encodeURIComponent).join('/'), `${origin}/`).href;
  const address = url ?? fileUrl;
  const path = file.replace(/\.html?$/i, '');
  const day = content('article:published_time', 'date', 'dcterms.date')?.slice(0, 10);
  const flat = path.replace(/(?<=[^/])\/index$/, '').replaceAll('/', '-');
  return {
    id: file,
    title: textOf(heading ?? title ?? { value: '' }),
    html: main ? serialize(main) : '',
    prepare: removePageParts,
    collection: into,
    name: into === 'handbook' ? path : flat === 'index' ? 'home' : flat,
    addresses: [address],
    linkedAs: [fileUrl],
    bases: [fileUrl, address],
    summary: content('description', 'og:description'),
    date: day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
    author: content('author'),
    notes: [...notes, ...(main ? [] : ['the file has no text'])],
  };
}

/** The content of a page: its only article, or else `<main>`, or else the whole body. */
function findMain(elements: readonly HtmlElement[]): HtmlElement | undefined {
  const main = elements.find((each) => each.tagName === 'main' || readAttribute(each, 'role') === 'main');
  const articles = [...(main ? listElements(main) : elements)].filter(({ tagName }) => tagName === 'article');
  const [article, other] = articles;
  if (article && !other) return article;
  return main ?? elements.find(({ tagName }) => tagName === 'body');
}

/** Menus, and the head and foot of the site, are not part of the text. */
function removePageParts(root: HtmlElement): void {
  const isPart = (element: HtmlElement) =>
    element.tagName === 'nav' ||
    /^(?:navigation|banner|contentinfo|search)$/.test(readAttribute(element, 'role') ?? '') ||
    (/^(?:header|footer)$/.test(element.tagName) && element.parentNode === root && !hasHeading(element));
  const remove = (parent: HtmlElement) => {
    replaceChildren(
      parent,
      parent.childNodes.filter((child) => !('tagName' in child && isPart(child))),
    );
    for (const child of parent.childNodes) if ('tagName' in child) remove(child);
  };
  remove(root);
}

function hasHeading(element: HtmlElement): boolean {
  return [...listElements(element)].some(({ tagName }) => tagName === 'h1');
}

function findIn(folder: string, url: URL): string | undefined {
  const path = decodePath(url.pathname);
  if (/(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(path)) return undefined;
  const file = join(folder, path);
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}
