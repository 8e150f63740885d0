import { z } from 'zod';
import type { ImportSource, SourceMenuItem, SourcePage } from '#lib/importing/source-page.ts';
import { decodePath } from '#lib/content/links.ts';
import { parseText } from '#lib/importing/html-tree.ts';
import { readDate } from '#lib/importing/read-date.ts';
import { isUnindexed, unindexed } from '#lib/importing/unshown-words.ts';
import { textOf } from '#lib/content/tree-text.ts';
import { addParagraphs } from './classic-text.ts';
import { readRendered } from './rendered-pages.ts';
import { createLibrary, findUpload, type Library } from './media-library.ts';
import { isPage, listNotes } from './page-items.ts';
import { dropHiddenBlocks, findRestriction } from './restricted-parts.ts';
import { readExport, type WordPressExport, type WordPressItem } from './read-export.ts';
import { replaceShortcodes } from './shortcodes.ts';

type WordPressOptions = {
  /** The folder `wp-content/uploads` of the old site. */
  uploads: string | undefined;
  /** A folder with a copy of the old site’s pages. */
  rendered?: string | undefined;
  /** The address of the old site, if it is not that of the export. */
  site?: string | undefined;
};

/** Reads an export of WordPress. @throws Error if it is none */
export async function readWordPress(path: string, options: WordPressOptions): Promise<ImportSource> {
  const exported = await readExport(path);
  if (exported.siteUrl === '' && options.site === undefined)
    throw new Error(`${path} does not say the address of the site: add --site https://www.example.org`);
  return toSource(exported, options);
}

export function toSource(given: WordPressExport, options: WordPressOptions): ImportSource {
  const { uploads, rendered, site } = options;
  const siteUrl = site ?? given.siteUrl;
  const exported = { ...given, siteUrl };
  const items = [...new Map(exported.items.map((item) => [JSON.stringify(item), item])).values()];
  const repeated = exported.items.length - items.length;
  const library = createLibrary(items);
  const names = Map.groupBy(items.filter(isPage), slugOf);
  const keys = chooseKeys(items);
  const byId = new Map(items.filter((item) => keys.get(item) === item.id).map((item) => [item.id, item]));
  const pages = items
    .filter(isPage)
    .map((item) =>
      toPage(item, { exported, library, names, byId, keys, rendered, idSite: given.siteUrl || siteUrl }),
    );
  return {
    kind: 'wordpress',
    pages,
    origins: [siteUrl, given.siteUrl].flatMap((url) => (url === '' ? [] : [new URL(url).origin])),
    findFile: (url) => (uploads === undefined ? undefined : findUpload(url, uploads)),
    describePicture: (url) => library.describe(url),
    menus: items.flatMap((item) => toMenuItem(item, byId)),
    notes: [
      ...exported.notes,
      ...(repeated > 0 ? [`${repeated} items that are in the export twice, word for word`] : []),
      ...listNotes(items, uploads),
    ],
  };
}

type Context = {
  exported: WordPressExport;
  library: Library;
  /** Items by the name that they would like. */
  names: ReadonlyMap<string, readonly WordPressItem[]>;
  byId: ReadonlyMap<string, WordPressItem>;
  keys: ReadonlyMap<WordPressItem, string>;
  /** The address that ids start with, the same with and without `--site`. */
  idSite: string;
  rendered: string | undefined;
};

/** What tells items apart: their number, or else the first of their addresses and names that no other item has. */
function chooseKeys(items: readonly WordPressItem[]): Map<WordPressItem, string> {
  const list = ({ id, guid, link, type, name, title }: WordPressItem) =>
    [id, guid, link, `${type} ${name}`, `${type} ${title}`].map((key) =>
      /^(?:0|post )?$/.test(key) ? '' : key,
    );
  const counts = Map.groupBy(
    items.flatMap((item) => [...new Set(list(item))]),
    (key) => key,
  );
  const isOnly = (key: string) => key !== '' && counts.get(key)?.length === 1;
  return new Map(
    items.map((item, at) => [item, list(item).find(isOnly) ?? `${item.type} ${item.name} ${at}`]),
  );
}

function toPage(item: WordPressItem, context: Context): SourcePage {
  const { exported, library, names, byId, rendered } = context;
  const { type, status } = item;
  const link = URL.parse(item.link, exported.siteUrl) ?? new URL(exported.siteUrl);
  const isPlain = /[?&](?:p|page_id|attachment_id)=/.test(link.search);
  /** The page as all readers saw it. */
  const shown = rendered === undefined || isPlain ? undefined : readRendered(rendered, link);
  const whole = withReusable(item.content, byId);
  const { shown: content, hidden } = dropHiddenBlocks(whole);
  const key = context.keys.get(item) ?? '';
  const id = key === item.id ? key : undefined;
  const isPublic = /^(?:publish|future)$/.test(status);
  const isServed = !link.searchParams.has('post_type');
  const restriction = shown === undefined ? findRestriction(content, item.meta) : undefined;
  const doubts = [
    [isUnindexed(item.meta), unindexed],
    [!isServed, `the old site has no page for it, since its type is ${type}`],
    [restriction !== undefined, `only some readers see all of it (${restriction})`],
  ].flatMap(([isTrue, why]) => (isPublic && isTrue === true ? [`is a draft: ${String(why)}`] : []));
  const collection = type === 'post' ? 'news' : 'pages';
  const slug = decodePath(item.name) || item.title;
  const parent = decodePath(byId.get(item.parent)?.name ?? '');
  const isShared = (names.get(slugOf(item)) ?? []).length > 1 && parent !== '';
  const isClassic = shown === undefined && !content.includes('<!-- wp:');
  const thumbnail = library.byId.get(item.meta.get('_thumbnail_id') || '0');
  const day = (readDate(item.date) ?? readDate(item.modified))?.slice(0, 10);
  const isUndated = type === 'post' && item.date !== '' && readDate(item.date) === undefined;
  const findPictures = (ids: readonly string[] | undefined) => library.find(ids, id ?? 'unknown');
  const raw = shown ?? withFootnotes(whole, item);
  const attached = id === undefined ? [] : library.linksOf(id);
  return {
    id: `${context.idSite} ${key}`,
    title: textOf(parseText(item.title)),
    html: shown ?? withFootnotes(replaceShortcodes(content, { findPictures }), item),
    raw: { text: raw, format: shown === undefined ? 'wordpress' : 'html' },
    ...(isClassic && { prepare: addParagraphs }),
    leftOut: shown === undefined ? hidden : [],
    collection,
    name: isShared ? `${parent}-${slug}` : slug,
    otherName: parent === '' ? undefined : `${parent}-${slug}`,
    addresses: isPlain || item.link === '' ? [] : [link.href, ...oldSlugs(item, link), ...attached],
    linkedAs:
      id === undefined
        ? []
        : [item.guid, ...['p', 'page_id'].map((name) => `${exported.siteUrl}/?${name}=${id}`)],
    bases: [link.href],
    summary: item.excerpt ? textOf(parseText(item.excerpt)) : undefined,
    date: day,
    unpublishAt: expiryOf(item.meta),
    publishAt: status === 'future' ? (readDate(`${item.dateUtc} Z`) ?? readDate(item.date)) : undefined,
    isDraft: !isPublic || item.hasPassword || doubts.length > 0,
    doubts: isUndated ? [...doubts, `its date “${item.date}” is not clear`] : doubts,
    order: Number(item.order) || undefined,
    author: exported.authors.get(item.author) || item.author || undefined,
    picture: thumbnail && { url: thumbnail.url, alt: thumbnail.alt },
    notes: [
      [!/^(?:post|page)$/.test(type), `it was of the type ${type}`],
      [!isPublic, `it was ${status || 'without a state'}, so it is a draft here`],
      [item.hasPassword, 'it had a password, so it is a draft here: no page here has one'],
      [item.damaged, `${item.damaged}: some bytes do not fit the encoding, so letters are lost`],
      [item.comments, `${item.comments} comments were not imported`],
      [isPlain, `its old address ${item.link} has a query, so it cannot lead here`],
      [id === undefined, `it has no number of its own in the export, so later imports know it by ${key}`],
    ].flatMap(([isTrue, note]) => (isTrue ? [String(note)] : [])),
  };
}

/** The plugin PublishPress Future keeps a Unix time, and what to do then, such as to trash the page. */
function expiryOf(meta: WordPressItem['meta']): string | undefined {
  const isOff = meta.get('_expiration-date-status') !== 'saved';
  const action = meta.get('_expiration-date-type') ?? 'draft';
  return isOff || !/^(?:draft|private|trash|delete)$/.test(action)
    ? undefined
    : readDate(meta.get('_expiration-date') ?? '');
}

function slugOf({ type, name, title }: WordPressItem): string {
  return `${type === 'post' ? 'news' : 'pages'} ${decodePath(name) || title}`;
}

/** WordPress redirects from the slugs that a page had before. */
function oldSlugs({ meta }: WordPressItem, link: URL): string[] {
  const slugs = (meta.get('_wp_old_slug') ?? '').split(' ').filter(Boolean);
  return slugs.map((slug) => link.href.replace(/[^/]+(\/?)$/, (_, slash: string) => slug + slash));
}

const maxInside = 5;

/** Puts the texts of synced patterns in place: `<!-- wp:block {"ref":12} /-->`. One with other words here stays. */
function withReusable(content: string, byId: Context['byId'], around: readonly string[] = []): string {
  return content.replaceAll(
    /<!-- wp:block \{"ref":(\d{1,12})[^{}]{0,200}\} \/-->/g,
    (comment, id: string) => {
      const found = byId.get(id);
      const isShown = found?.type === 'wp_block' && found.status === 'publish' && !found.hasPassword;
      if (!isShown || around.includes(id) || around.length === maxInside) return comment;
      return withReusable(found.content, byId, [...around, id]);
    },
  );
}

const footnotesSchema = z.array(z.object({ id: z.string().regex(/^[\w-]+$/), content: z.string() }));

/** Footnotes of the block editor are in a field of their own, as JSON. */
function withFootnotes(html: string, { meta }: WordPressItem): string {
  const footnotes = parseJson(meta.get('footnotes'));
  if (footnotes.length === 0) return html;
  const items = footnotes.map(({ id, content }) => `<li id="${id}">${content}</li>`);
  return `${html.replaceAll('<!-- wp:footnotes /-->', '')}<section data-footnotes><ol>${items.join('')}</ol></section>`;
}

function parseJson(text: string | undefined): z.infer<typeof footnotesSchema> {
  try {
    return footnotesSchema.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

function toMenuItem(item: WordPressItem, byId: Context['byId']): SourceMenuItem[] {
  if (item.type !== 'nav_menu_item' || item.status !== 'publish') return [];
  const target = byId.get(item.meta.get('_menu_item_object_id') ?? '');
  const isPage = item.meta.get('_menu_item_type') === 'post_type';
  const url = isPage ? target?.link : item.meta.get('_menu_item_url');
  const title = textOf(parseText(item.title || (isPage ? (target?.title ?? '') : '')));
  return url && title ? [{ menu: item.menu, title, url }] : [];
}
