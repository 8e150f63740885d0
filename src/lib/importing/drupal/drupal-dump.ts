import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readTextFile } from '#lib/importing/decode-text.ts';
import { textOf } from '#lib/content/tree-text.ts';
import { parseText } from '#lib/importing/html-tree.ts';
import { findInFolder } from '#lib/importing/import-files.ts';
import { isData, itemsOf, valueAt } from '#lib/importing/markdown/parse-settings.ts';
import { readDate } from '#lib/importing/read-date.ts';
import { isUnindexed, unindexed } from '#lib/importing/unshown-words.ts';
import { decodePath } from '#lib/content/links.ts';
import type { ImportSource, SourcePage } from '#lib/importing/source-page.ts';

type DrupalOptions = {
  /** The folder `sites/default/files` of the old site. */
  uploads: string | undefined;
  /** The address of the old site. */
  site: string | undefined;
};

/** A resource of Drupal’s JSON:API. Only what the import reads. */
const resourceSchema = z.object({
  type: z.string(),
  id: z.string(),
  attributes: z.record(z.string(), z.unknown()).default({}),
  relationships: z.record(z.string(), z.unknown()).default({}),
  links: z.unknown().optional(),
});
const documentSchema = z.object({
  data: z.union([z.array(resourceSchema), resourceSchema]),
  included: z.array(resourceSchema).default([]),
  links: z.unknown().optional(),
  meta: z.unknown().optional(),
});

type Resource = z.infer<typeof resourceSchema>;
type ById = ReadonlyMap<string, Resource>;
type Site = {
  byId: ById;
  origin: string;
  /** By the path to which they lead. */
  redirects: ReadonlyMap<string, readonly Resource[]>;
};

const maxFileSize = 200_000_000;

/**
 * Reads a folder of answers of Drupal’s JSON:API, saved as `*.json`: nodes, and the users and files that they include.
 * It has the rendered text of each node.
 * @throws Error for a file that is no such answer
 */
export function readDrupal(folder: string, { uploads, site }: DrupalOptions): ImportSource {
  const documents = globSync('**/*.json', { cwd: folder })
    .toSorted()
    .map((name) => ({ name, ...readDocument(join(folder, name)) }));
  const resources = documents.flatMap(({ data, included }) => [data, included].flat());
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const origin = URL.parse(site ?? '')?.origin;
  if (origin === undefined)
    throw new Error('say the address of the old site with --site https://www.example.org');
  const nodes = new Map(
    resources
      .filter(({ type }) => type.startsWith('node--'))
      .map((node) => [`${node.id} ${stringOf(node.attributes['langcode'])}`, node]),
  );
  const isRedirect = ({ type }: Resource) => type.startsWith('redirect--');
  const redirects = Map.groupBy(resources.filter(isRedirect), targetOf);
  const others = new Set(
    resources
      .map(({ type }) => type)
      .filter((type) => !/^(?:node|user|file|paragraph|redirect)--/.test(type)),
  );
  const saved = new Set(documents.map(({ links }) => decodePath(linkIn(links, 'self'))));
  return {
    kind: 'drupal',
    pages: [...nodes.values()].map((node) => toPage(node, { byId, origin, redirects })),
    origins: [origin],
    findFile: (url) => (uploads === undefined ? undefined : findUpload(url, uploads)),
    menus: [],
    notes: [
      ...[...others].map((type) => `items of the type ${type}`),
      ...documents
        .map(({ name, links }) => ({ name, next: linkIn(links, 'next') }))
        .filter(({ next }) => next !== '' && !saved.has(decodePath(next)))
        .map(({ name, next }) => `what follows ${name}: save the answer of ${next} too, and import again`),
      ...documents
        .filter(({ meta }) => valueAt(meta, 'omitted') !== undefined)
        .map(({ name }) => `items that only signed-in users get, which are not in ${name}`),
    ],
  };
}

function readDocument(path: string): z.infer<typeof documentSchema> {
  if (statSync(path).size > maxFileSize) throw new Error(`${path} is larger than 200 MB: save it in parts`);
  try {
    return documentSchema.parse(JSON.parse(readTextFile(path, path).text));
  } catch (cause) {
    throw new Error(`${path} is no answer of Drupal’s JSON:API`, { cause });
  }
}

function toPage(node: Resource, { byId, origin, redirects }: Site): SourcePage {
  const { attributes, type, id, links } = node;
  const read = (name: string) => stringOf(attributes[name]);
  const { html, missing, leftOut } = readTexts(node, byId);
  const alias = stringOf(valueAt(attributes, 'path.alias'));
  const own = `/node/${read('drupal_internal__nid')}`;
  const paths = [...(alias ? [alias] : []), own];
  // Sites with several languages may start addresses with one.
  const [, prefix = ''] = /^(.*)\/jsonapi\//.exec(URL.parse(linkIn(links, 'self'))?.pathname ?? '') ?? [];
  const toUrl = (path: string) => new URL(path, origin).href;
  const [image] = referencesOf(node, 'field_image');
  const file = image && byId.get(image.id);
  const url = stringOf(valueAt(file?.attributes, 'uri.url'));
  const isPublished = attributes['status'] === true;
  const isTranslation = attributes['default_langcode'] === false;
  const language = read('langcode');
  const languages = isTranslation ? [language] : [language, 'und', ''];
  const moved = paths
    .flatMap((path) => redirects.get(path) ?? [])
    .filter((each) => languages.includes(stringOf(each.attributes['language'])))
    .map((each) => stringOf(valueAt(each.attributes, 'redirect_source.path')).replace(/^\/?/, '/'));
  const metas = itemsOf(attributes['metatag']).map((each) => valueAt(each, 'attributes'));
  const isHidden = isUnindexed(
    metas.map((each) => [stringOf(valueAt(each, 'name')), stringOf(valueAt(each, 'content'))]),
  );
  const isScheduled = !isPublished && read('publish_on') !== '';
  const summary = stringOf(valueAt(attributes, 'body.summary'));
  return {
    id: isTranslation ? `${id} ${language}` : id,
    title: read('title'),
    html,
    raw: { text: html, format: 'html' },
    collection: /^node--(?:article|news|blog|story)/.test(type) ? 'news' : 'pages',
    name:
      decodePath(paths[0] ?? own)
        .split('/')
        .at(-1) ?? '',
    otherName: decodePath(alias ? prefix + alias : own)
      .replace(/^\//, '')
      .replaceAll('/', '-'),
    addresses: [...paths, ...moved].map((path) => toUrl(prefix + path)),
    linkedAs: paths.flatMap((path) => [
      ...(isTranslation ? [] : [toUrl(path)]),
      toUrl(`/${language}${path}`),
    ]),
    bases: paths.slice(0, 1).map((path) => toUrl(prefix + path)),
    summary: textOf(parseText(summary)) || undefined,
    date: readDate(read('created'))?.slice(0, 10),
    publishAt: isScheduled ? readDate(read('publish_on')) : undefined,
    unpublishAt: readDate(read('unpublish_on')),
    isDraft: (!isPublished && !isScheduled) || isHidden || missing.length > 0,
    author: authorOf(node, byId),
    picture: url === '' ? undefined : { url: toUrl(url), alt: image?.alt ?? '' },
    doubts: [
      ...(isHidden ? [`is a draft: ${unindexed}`] : []),
      ...missing.map(
        (name) =>
          `paragraphs are not in the folder, so it is a draft: add ${name} to include= in the address`,
      ),
    ],
    notes: [
      ...(isPublished || isScheduled ? [] : ['it was not published, so it is a draft here']),
      ...(leftOut.length > 0 ? [`these fields were left out: ${leftOut.join(', ')}`] : []),
    ],
  };
}

/** Where a redirect of the module Redirect leads: `/node/3`. */
function targetOf({ attributes }: Resource): string {
  const uri = stringOf(valueAt(attributes, 'redirect_redirect.uri'));
  return uri.replace(/^(?:internal:|entity:|base:)?\/?/, '/');
}

type Texts = {
  html: string;
  /** Fields of paragraphs that are not in the folder. */
  missing: string[];
  /** Fields that the institution added, and that the import does not understand. */
  leftOut: string[];
};

const maxInside = 10;

/** The texts of a resource, the body first, and those of its paragraphs. */
function readTexts(resource: Resource, byId: ById, depth = 0): Texts {
  const texts: Texts = { html: '', missing: [], leftOut: [] };
  const attributes = Object.entries(resource.attributes);
  for (const [name, value] of attributes.toSorted(
    ([one], [other]) => +(other === 'body') - +(one === 'body'),
  )) {
    if (name !== 'body' && !name.startsWith('field_')) continue;
    const shown = itemsOf(value).map(shownText).join('\n');
    texts.html += shown;
    if (shown === '' && name !== 'body' && hasWords(value)) texts.leftOut.push(name);
  }
  for (const name of Object.keys(resource.relationships)) {
    const all = referencesOf(resource, name);
    const parts = all.filter(({ type }) => type.startsWith('paragraph--'));
    if (name.startsWith('field_') && name !== 'field_image' && parts.length < all.length)
      texts.leftOut.push(name);
    for (const part of parts) {
      const found = byId.get(part.id);
      if (found?.attributes['status'] === false) {
        texts.leftOut.push(`${name} (paragraphs that are not published)`);
        continue;
      }
      if (!found || depth === maxInside) {
        texts.missing.push(name);
        continue;
      }
      const { html, missing, leftOut } = readTexts(found, byId, depth + 1);
      texts.html += `\n${html}`;
      texts.missing.push(...missing.map((inner) => `${name}.${inner}`));
      texts.leftOut.push(...leftOut.map((inner) => `${name}.${inner}`));
    }
  }
  return { ...texts, missing: [...new Set(texts.missing)], leftOut: [...new Set(texts.leftOut)] };
}

/** A text with a format, such as the body. */
function shownText(text: unknown): string {
  return stringOf(valueAt(text, 'processed') ?? (valueAt(text, 'format') && valueAt(text, 'value')));
}

function hasWords(value: unknown): boolean {
  return !/^(?:null|true|false|""|\[\])$/.test(JSON.stringify(value));
}

function referencesOf({ relationships }: Resource, name: string) {
  const data = itemsOf(valueAt(relationships[name], 'data')).filter(isData);
  return data.map((each) => ({
    type: stringOf(each['type']),
    id: stringOf(each['id']),
    alt: stringOf(valueAt(each, 'meta.alt')),
  }));
}

/** An address, which may be in a group: `{ "href": "…" }`. */
function linkIn(links: unknown, name: string): string {
  return stringOf(valueAt(links, name)) || stringOf(valueAt(links, `${name}.href`));
}

function authorOf(node: Resource, byId: ById): string | undefined {
  const user = byId.get(referencesOf(node, 'uid')[0]?.id ?? '');
  return stringOf(user?.attributes['display_name'] ?? user?.attributes['name']) || undefined;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function findUpload({ pathname }: URL, uploads: string): string | undefined {
  const [, path] =
    /\/sites\/[^/]+\/files\/(?:styles\/[^/]+\/public\/)?(.+)$/.exec(decodePath(pathname)) ?? [];
  return path === undefined ? undefined : findInFolder(uploads, path);
}
