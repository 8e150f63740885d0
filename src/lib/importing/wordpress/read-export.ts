import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import sax from 'sax';
import { chooseDecoder, lost, type TextDecoding } from '#lib/importing/decode-text.ts';

/** The elements of an item. The reader adds `menu`, and `damaged`: file and line of letters that the export has lost. */
const elements = {
  id: 'wp:post_id',
  type: 'wp:post_type',
  status: 'wp:status',
  title: 'title',
  link: 'link',
  guid: 'guid',
  name: 'wp:post_name',
  parent: 'wp:post_parent',
  order: 'wp:menu_order',
  author: 'dc:creator',
  /** Local time of the site: `2019-05-01 10:00:00`. */
  date: 'wp:post_date',
  dateUtc: 'wp:post_date_gmt',
  modified: 'wp:post_modified',
  excerpt: 'excerpt:encoded',
  fileUrl: 'wp:attachment_url',
  menu: 'menu',
  damaged: 'damaged',
};

/** A post, a page, a file of the media library, or a link of a menu. Values are as exported; empty ones are missing. */
export type WordPressItem = Readonly<Record<keyof typeof elements, string>> & {
  content: string;
  hasPassword: boolean;
  meta: ReadonlyMap<string, string>;
  comments: number;
};

export type WordPressExport = {
  /** The address of the site; empty if the export does not say it. */
  siteUrl: string;
  items: WordPressItem[];
  /** Names of authors by their login. */
  authors: ReadonlyMap<string, string>;
  notes: string[];
};

const maxFileSize = 2 * 1024 ** 3;
const maxItems = 200_000;
/** In characters, for each value. */
const maxValue = 5_000_000;
const maxDepth = 20;
/** What says the address of the site, the best first. */
const addressTags = ['wp:base_blog_url', 'link', 'wp:base_site_url'];

/**
 * Reads an export of WordPress (WXR), which is RSS with extensions. Never loads or expands anything that it names.
 * @throws Error for text that is not such an export, or is too large
 */
export async function readExport(path: string): Promise<WordPressExport> {
  if (statSync(path).size > maxFileSize) throw new Error(`${path} is larger than 2 GiB: export it in parts`);
  const reader = createReader(basename(path));
  let decoding: TextDecoding | undefined;
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    decoding ??= chooseDecoder(bytes);
    reader.write(decoding.decoder.decode(bytes, { stream: true }));
  }
  reader.write(decoding?.decoder.decode() ?? '');
  const exported = reader.end();
  const note = decoding?.note;
  return { ...exported, notes: note === undefined ? [] : [`${basename(path)}: ${note}`] };
}

/** @param name of the file, for errors */
export function createReader(name: string): { write: (text: string) => void; end: () => WordPressExport } {
  const parser = new sax.SAXParser(true, { strictEntities: true });
  const found: WordPressExport & { authors: Map<string, string> } = {
    siteUrl: '',
    items: [],
    authors: new Map(),
    notes: [],
  };
  const addresses: string[] = [];
  const open: string[] = [];
  let values = new Map<string, string>();
  let meta = new Map<string, string>();
  let comments = 0;
  let text = '';
  let menu = '';
  let isExport = false;

  const fail = (problem: string) => {
    throw new Error(
      `${name}:${parser.line + 1}: ${problem}: export it again in WordPress, under Tools, Export`,
    );
  };
  const isInValue = (parent: string | undefined) =>
    parent === 'title' || parent === 'content:encoded' || parent === 'excerpt:encoded';
  /** A page may have had several slugs. */
  const addMeta = (key: string, value: string) => {
    const earlier = key === '_wp_old_slug' ? meta.get(key) : undefined;
    meta.set(key, earlier === undefined ? value : `${earlier} ${value}`);
  };
  parser.onerror = () => fail('this is not valid XML');
  parser.onsgmldeclaration = () => fail('this is not valid XML');
  parser.ondoctype = (doctype) => {
    if (doctype.includes('[')) fail('the file defines entities');
  };
  parser.onopentag = ({ name: tag, attributes }) => {
    menu = attributes['domain'] === 'nav_menu' ? (attributes['nicename'] ?? '') : '';
    // Some exporters write tags in a title as they are.
    if (!isInValue(open.at(-1))) text = '';
    if (open.push(tag) > maxDepth) fail('tags are nested too deep');
    if (tag !== 'item' && tag !== 'wp:author') return;
    values = new Map();
    meta = new Map();
    comments = 0;
  };
  parser.ontext = (part) => {
    text += part;
    if (text.length > maxValue) fail('a text is too long');
  };
  parser.oncdata = parser.ontext;
  parser.onclosetag = (tag) => {
    open.pop();
    const parent = open.at(-1);
    if (isInValue(parent)) return;
    const damaged = text.indexOf(lost);
    if (damaged !== -1)
      values.set('damaged', `${name}:${parser.line + 2 - text.slice(damaged).split('\n').length}`);
    if (tag === 'wp:wxr_version') isExport = true;
    if (tag === 'wp:comment') comments += 1;
    const rank = parent === 'channel' ? addressTags.indexOf(tag) : -1;
    if (rank !== -1 && URL.canParse(text.trim())) addresses[rank] = text.trim();
    if (tag === 'category' && menu !== '') values.set('menu', menu);
    if (tag === 'wp:postmeta') addMeta(values.get('wp:meta_key') ?? '', values.get('wp:meta_value') ?? '');
    if (parent === 'item' || parent === 'wp:postmeta' || parent === 'wp:author') values.set(tag, text);
    if (tag === 'wp:author')
      found.authors.set(values.get('wp:author_login') ?? '', values.get('wp:author_display_name') ?? '');
    if (tag === 'item' && found.items.push(toItem(values, meta, comments)) > maxItems)
      fail('there are too many items');
    text = '';
  };

  return {
    write(part) {
      parser.write(part);
    },
    end() {
      parser.close();
      if (!isExport) fail('this is no export of WordPress');
      return { ...found, siteUrl: addresses.find(Boolean) ?? '' };
    },
  };
}

function toItem(
  values: ReadonlyMap<string, string>,
  meta: ReadonlyMap<string, string>,
  comments: number,
): WordPressItem {
  const texts = Object.entries(elements).map(([name, tag]) => [name, values.get(tag)?.trim() ?? '']);
  return {
    ...(Object.fromEntries(texts) as Record<keyof typeof elements, string>),
    content: values.get('content:encoded') ?? '',
    // A password may be a space; line feeds only lay out the file.
    hasPassword: /\S|^ +$/.test(values.get('wp:post_password') ?? ''),
    meta,
    comments,
  };
}
