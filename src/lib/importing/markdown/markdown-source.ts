import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { markdownToHtml } from 'satteri';
import { textOf } from '#lib/content/tree-text.ts';
import { listElements, parseText, setAttribute, type HtmlElement } from '#lib/importing/html-tree.ts';
import {
  decodePath,
  noOrigin,
  type ImportSource,
  type SourcePage,
  type TargetCollection,
} from '#lib/importing/source-page.ts';
import { readFrontFields } from './front-fields.ts';
import { findLayout, placeOfText, type LayoutRules } from './markdown-layouts.ts';
import { toPlainMarkdown } from './source-dialect.ts';

type MarkdownOptions = {
  /** The collection of texts that are no posts. */
  into: TargetCollection | undefined;
  /** The old site’s origin, if its settings do not have it. */
  site: string | undefined;
};

const maxFileSize = 5_000_000;
const ignored =
  /(?:^|\/)(?:node_modules|vendor|_site|_layouts|_includes|_sass|themes|archetypes|layouts|\.[^/]+)\//;

/** Reads a folder of Markdown: of Hugo, Jekyll, Docusaurus or Starlight, or any other. */
export function readMarkdownFolder(
  source: string,
  { into = 'handbook', site }: MarkdownOptions,
): ImportSource {
  const rules = findLayout(source);
  const origin = site ?? rules.origin ?? noOrigin;
  const large: string[] = [];
  const pages = rules.folders.flatMap(({ folder }, at) =>
    listTexts(join(source, folder)).flatMap((path) => {
      const file = [folder, path].filter(Boolean).join('/');
      if (statSync(join(source, file)).size <= maxFileSize)
        return [toPage({ source, file, path, at, rules, origin, into })];
      large.push(file);
      return [];
    }),
  );
  return {
    kind: 'markdown',
    pages,
    origins: [origin],
    findFile: (url) => findInFolder(url, source, rules),
    menus: [],
    notes: [
      `the folder was read as ${rules.layout}`,
      ...large.map((file) => `${file}, which is larger than 5 MB`),
    ],
  };
}

function listTexts(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return globSync('**/*.{md,mdx,markdown}', { cwd: folder })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !ignored.test(`/${name}`))
    .toSorted();
}

type TextFile = {
  source: string;
  /** Below the source, and below its folder of texts. */
  file: string;
  path: string;
  at: number;
  rules: LayoutRules;
  origin: string;
  into: TargetCollection;
};

function toPage({ source, file, path, at, rules, origin, into }: TextFile): SourcePage {
  const { fields, body, problem } = readFrontFields(readFileSync(join(source, file), 'utf8'));
  const place = placeOfText(path, rules, at, fields);
  const collection = place.collection ?? into;
  const { html, title } = toHtml(body, rules, file.endsWith('.mdx'));
  const fileUrl = urlOf(file, origin);
  const address = new URL(place.address, origin).href;
  const flat = place.name.replaceAll('/', '-').replace(/-index$/, '');
  const name = collection === 'handbook' ? place.name.replace(/^handbook\/(?=.)/, '') : flat;
  const picture = fields.picture === undefined ? null : (URL.parse(fields.picture, fileUrl) ?? null);
  return {
    id: file,
    title: fields.title ?? title ?? '',
    html,
    raw: { text: body, format: 'markdown' },
    prepare: readHeadingIds,
    collection,
    name,
    addresses: [address, ...fields.aliases.flatMap((alias) => URL.parse(alias, origin)?.href ?? [])],
    linkedAs: [fileUrl],
    bases: [fileUrl, address],
    summary: fields.summary,
    date: place.date,
    publishAt: fields.publishAt,
    unpublishAt: fields.unpublishAt,
    updated: fields.updated,
    order: place.order,
    isDraft: place.isDraft,
    author: fields.author,
    picture: picture ? { url: picture.href, alt: fields.pictureAlt ?? '' } : undefined,
    notes: [
      ...(problem === undefined ? [] : [problem]),
      ...(fields.unused.length > 0 ? [`these fields were left out: ${fields.unused.join(', ')}`] : []),
    ],
  };
}

function urlOf(file: string, origin: string): string {
  return new URL(file.split('/').map(encodeURIComponent).join('/'), `${origin}/`).href;
}

/** @returns the first heading of level 1 as the title */
function toHtml(
  body: string,
  rules: LayoutRules,
  isMdx: boolean,
): { html: string; title: string | undefined } {
  const markdown = toPlainMarkdown(body, rules.layout, isMdx);
  const { html } = markdownToHtml(markdown, {
    features: { gfm: true, smartPunctuation: false, frontmatter: false },
  });
  const heading = [...listElements(parseText(html))].find(({ tagName }) => tagName === 'h1');
  return {
    html,
    title:
      heading &&
      textOf(heading)
        .replace(/\{#[^{}]{0,300}\}\s{0,9}$/, '')
        .trim(),
  };
}

/** `## Field work {#field-work}` names the anchor of a heading. */
function readHeadingIds(root: HtmlElement): void {
  for (const element of [...listElements(root)]) {
    if (!/^h[1-6]$/.test(element.tagName)) continue;
    const last = element.childNodes.at(-1);
    const [found, id] =
      (last && 'value' in last && /\s{0,9}\{#([\w-]{1,200})(?:\s[^}]{0,200})?\}\s{0,9}$/.exec(last.value)) ||
      [];
    if (found === undefined || id === undefined || !last || !('value' in last)) continue;
    last.value = last.value.slice(0, -found.length);
    setAttribute(element, 'id', id);
  }
}

/** Looks beside the text first, then in the folders that are shown at the root of the site. */
function findInFolder(url: URL, source: string, { publicFolders, folders }: LayoutRules): string | undefined {
  const path = decodePath(url.pathname).replace(/^\/(?:@site|~)(?=\/)/, '');
  if (/(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(path)) return undefined;
  const places = ['', ...publicFolders, ...folders.map(({ folder }) => folder)];
  const found = places.map((folder) => join(source, folder, path)).find((file) => existsSync(file));
  return found !== undefined && statSync(found).isFile() ? found : undefined;
}
