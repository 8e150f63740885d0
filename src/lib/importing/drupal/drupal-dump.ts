import { globSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '#lib/content/tree-text.ts';
import { parseText } from '#lib/importing/html-tree.ts';
import { findInFolder } from '#lib/importing/import-files.ts';
import { itemsOf, valueAt } from '#lib/importing/markdown/parse-settings.ts';
import { readDate } from '#lib/importing/read-date.ts';
import { isUnindexed, unindexed } from '#lib/importing/unshown-words.ts';
import { decodePath } from '#lib/content/links.ts';
import {
  linkIn,
  readDocument,
  readTexts,
  referencesOf,
  stringOf,
  type ById,
  type Resource,
} from './drupal-resource.ts';
import type { ImportSource, SourcePage } from '#lib/importing/source-page.ts';

type DrupalOptions = {
  /** The folder `sites/default/files` of the old site. */
  uploads: string | undefined;
  /** The address of the old site. */
  site: string | undefined;
};

type Site = {
  byId: ById;
  origin: string;
  /** By the path to which they lead. */
  redirects: ReadonlyMap<string, readonly Resource[]>;
};

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

function authorOf(node: Resource, byId: ById): string | undefined {
  const user = byId.get(referencesOf(node, 'uid')[0]?.id ?? '');
  return stringOf(user?.attributes['display_name'] ?? user?.attributes['name']) || undefined;
}

function findUpload({ pathname }: URL, uploads: string): string | undefined {
  const [, path] =
    /\/sites\/[^/]+\/files\/(?:styles\/[^/]+\/public\/)?(.+)$/.exec(decodePath(pathname)) ?? [];
  return path === undefined ? undefined : findInFolder(uploads, path);
}
