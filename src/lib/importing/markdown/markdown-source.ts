import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '#lib/importing/decode-text.ts';
import { listElements, parseText } from '#lib/importing/html-tree.ts';
import { findInFolder } from '#lib/importing/import-files.ts';
import { decodePath } from '#lib/content/links.ts';
import {
  fileUrlOf,
  noOrigin,
  type ImportSource,
  type SourcePage,
  type TargetCollection,
} from '#lib/importing/source-page.ts';
import { isUnindexed, readMetas, unindexed } from '#lib/importing/unshown-words.ts';
import { readFrontFields, type FrontFields } from './front-fields.ts';
import { defaultsOf } from './default-fields.ts';
import {
  createTextFinder,
  describeLeftOut,
  listSourceTexts,
  type SourceText,
  type TextFinder,
} from './served-files.ts';
import { liquidCondition } from './read-liquid.ts';
import { readSettings, valueAt } from './parse-settings.ts';
import { addRedirects } from './settings-redirects.ts';
import { findLayout, languageOfFile, type LayoutRules } from './source-settings.ts';
import { placeOfText } from './text-place.ts';
import { maxFileSize, prepareText, textToHtml, titleIn } from './text-to-html.ts';

type MarkdownOptions = {
  /** The collection of texts that are no posts. */
  into: TargetCollection | undefined;
  /** The old site’s origin, if its settings do not have it. */
  site: string | undefined;
};

/** Reads a folder of Markdown: of Hugo, Jekyll, Docusaurus or Starlight, or any other. */
export function readMarkdownFolder(
  source: string,
  { into = 'handbook', site }: MarkdownOptions,
): ImportSource {
  const rules = findLayout(source);
  const origin = site ?? rules.origin ?? noOrigin;
  const { served, left, others } = listSourceTexts(source, rules);
  const authors = readAuthors(source, rules);
  const findText = createTextFinder(served);
  const unused = new Map<string, string[]>();
  const encodings: string[] = [];
  const found = served.flatMap((text) => {
    const { file } = text;
    if (statSync(join(source, file)).size > maxFileSize) {
      left.push({ file, reason: 'is larger than 5 MB' });
      return [];
    }
    const content = readTextFile(join(source, file), file, /\.html?$/i.test(file));
    if (content.problem !== undefined) {
      left.push({ file, reason: content.problem });
      return [];
    }
    encodings.push(...content.notes);
    const read = readFrontFields(content.text, {
      defaults: defaultsOf(file, source, rules),
      hasHeads: rules.layout === 'plain',
    });
    if (!read.hasFields && (rules.layout === 'jekyll' || /\.html?$/i.test(file))) {
      left.push({ file, reason: 'has no front matter, so it is no page of the source' });
      return [];
    }
    for (const name of read.fields.unused) unused.set(name, [...(unused.get(name) ?? []), file]);
    return [toPage({ ...read, ...text, source, rules, origin, into, authors, findText })];
  });
  const { pages, notes } = addRedirects(found, { ...rules, origin });
  return {
    kind: 'markdown',
    pages,
    origins: [origin],
    findFile: (url) => findFile(url, source, rules),
    menus: [],
    notes: [
      `the folder was read as ${rules.layout}`,
      ...(rules.problem === undefined ? [] : [rules.problem]),
      ...encodings,
      ...describeLeftOut(left),
      ...notes,
      ...others,
      ...[...unused].map(
        ([name, files]) =>
          `the field \`${name}\` of ${files.length > 3 ? `${files.length} pages` : files.map((file) => `\`${file}\``).join(', ')}`,
      ),
    ],
  };
}

/** Docusaurus has the names of authors in a file beside its posts, and Jekyll in its data. */
function readAuthors(source: string, { folders }: LayoutRules): Map<string, string> {
  const places = ['_data', ...folders.map(({ folder }) => folder)];
  const files = places.flatMap((folder) =>
    ['yml', 'yaml'].map((ending) => join(folder, `authors.${ending}`)),
  );
  const { settings } = readSettings(
    source,
    files.filter((file) => existsSync(join(source, file))),
  );
  return new Map(
    Object.entries(valueAt(settings, 'authors') ?? {}).flatMap(([key, author]: [string, unknown]) => {
      const name = typeof author === 'string' ? author : valueAt(author, 'name');
      return typeof name === 'string' ? [[key, name]] : [];
    }),
  );
}

type TextFile = SourceText & {
  fields: FrontFields;
  body: string;
  source: string;
  rules: LayoutRules;
  origin: string;
  into: TargetCollection;
  /** Names of authors by their keys. */
  authors: ReadonlyMap<string, string>;
  findText: TextFinder;
};

function toPage(text: TextFile): SourcePage {
  const { fields, file, path, at, doubt, rules, origin, into, authors } = text;
  const nameOf = (author: string) => authors.get(author) ?? author;
  const place = placeOfText(path, { rules, at, fields });
  const collection = place.collection ?? into;
  const { html, whole, parts } = textToHtml(text);
  const fileUrl = fileUrlOf(file, origin);
  const address = new URL(place.address, origin).href;
  // Relative links of a page start below it if its address ends with a slash.
  const shownAt =
    (rules.hasSlash || place.isIndex) && !/\/$|\.\w+$/.test(place.address) ? `${address}/` : address;
  const flat = place.name.replaceAll('/', '-').replace(/-index$/, '');
  const name = collection === 'handbook' ? place.name.replace(/^handbook\/(?=.)/, '') : flat;
  const picture = fields.picture === undefined ? null : (URL.parse(fields.picture, fileUrl) ?? null);
  // In Obsidian, aliases are further titles.
  const own = fields.aliases.filter((alias) => rules.layout !== 'plain' || /^(?:\/|https?:)/.test(alias));
  const aliases = own.map((alias) => (alias.startsWith('/') ? rules.base + alias : alias));
  const isHidden = html.includes('<meta ') && isUnindexed(readMetas(listElements(parseText(html))));
  const isConditional = html.includes(`data-unknown="${liquidCondition}"`);
  const doubts = [
    ...fields.doubts,
    rules.problem,
    place.doubt,
    doubt,
    isConditional ? 'readers see a part of it under a condition only' : undefined,
    isHidden ? unindexed : undefined,
  ].filter((each) => each !== undefined);
  // Hugo and Jekyll publish nothing before its date.
  const waits =
    /^(?:hugo|jekyll)$/.test(rules.layout) &&
    (valueAt(rules.settings, 'future') ?? valueAt(rules.settings, 'buildFuture')) !== true;
  return {
    id: file,
    title: fields.title ?? titleIn(html) ?? fields.name ?? place.title,
    html,
    raw: { text: whole, format: 'markdown' },
    prepare: prepareText,
    collection,
    name,
    addresses: [
      address,
      ...aliases.flatMap((alias) => URL.parse(alias, address.replace(/\/$/, ''))?.href ?? []),
    ],
    linkedAs: [
      fileUrl,
      // Jekyll has the base before a tag that names the file.
      fileUrlOf(`${rules.base.slice(1)}/${file}`, origin),
      new URL(place.address.slice(rules.base.length) || '/', origin).href,
    ],
    // In a text of another language, `b.md` is the one in this language.
    bases: [
      ...(languageOfFile(path, rules)?.base ? [address, fileUrl, shownAt] : [fileUrl, shownAt]),
      ...[...parts].map((part) => fileUrlOf(part, origin)),
    ],
    shownAt,
    summary: fields.summary,
    date: place.date,
    publishAt: fields.publishAt ?? (waits ? (fields.moment ?? place.date) : undefined),
    unpublishAt: fields.unpublishAt,
    updated: fields.updated,
    order: place.order,
    isDraft: place.isDraft || doubts.length > fields.doubts.length,
    author: fields.author === undefined ? undefined : nameOf(fields.author),
    picture: picture ? { url: picture.href, alt: fields.pictureAlt ?? '' } : undefined,
    doubts: doubts.map((each) => `is a draft: ${each}`),
    notes: fields.coAuthors.length > 0 ? [`it was also by ${fields.coAuthors.map(nameOf).join(', ')}`] : [],
  };
}

/** Looks beside the text first, then in the folders that are shown at the root of the site. */
function findFile(
  url: URL,
  source: string,
  { publicFolders, folders, base }: LayoutRules,
): string | undefined {
  const whole = decodePath(url.pathname).replace(/^\/(?:@site|~)(?=\/)/, '');
  const path = base !== '' && whole.startsWith(`${base}/`) ? whole.slice(base.length) : whole;
  const places = ['', ...publicFolders, ...folders.map(({ folder }) => folder)];
  return places.map((folder) => findInFolder(join(source, folder), path)).find((file) => file !== undefined);
}
