import { parse as parseToml, TomlDate } from 'smol-toml';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { maxFrontMatter } from '#lib/content/front-matter.ts';
import { isoDay, isRealDay } from '#lib/content/local-time.ts';

/** The fields of a Markdown file of Hugo, Jekyll, Docusaurus or Starlight, in one form. */
export type FrontFields = {
  title: string | undefined;
  summary: string | undefined;
  date: string | undefined;
  publishAt: string | undefined;
  unpublishAt: string | undefined;
  updated: string | undefined;
  order: number | undefined;
  isDraft: boolean;
  author: string | undefined;
  picture: string | undefined;
  pictureAlt: string | undefined;
  slug: string | undefined;
  /** Docusaurus uses it in the address. */
  id: string | undefined;
  /** Jekyll uses them in the address. */
  categories: string[];
  /** The whole address: `/about/`. */
  address: string | undefined;
  aliases: string[];
  /** Names of the fields that have no counterpart. */
  unused: string[];
};

type Data = Readonly<Record<string, unknown>>;

/** Splits a file into its fields, in YAML, TOML or JSON, and its text. */
export function readFrontFields(source: string): { fields: FrontFields; body: string; problem?: string } {
  const text = source.replace(/^\uFEFF/, '');
  const split = splitToml(text);
  if (split) {
    try {
      const data: unknown = parseToml(split.head);
      return { fields: toFields(data as Data), body: split.body };
    } catch {
      return { fields: toFields({}), body: split.body, problem: 'its fields between +++ cannot be read' };
    }
  }
  const { frontMatter, body, findings } = readFrontMatter(text);
  const [first] = findings;
  return {
    fields: toFields(frontMatter?.data ?? {}),
    body,
    ...(first && { problem: `its fields cannot be read: ${first.message}` }),
  };
}

/** Hugo’s archetypes have TOML between lines of `+++`. */
function splitToml(text: string): { head: string; body: string } | undefined {
  if (!/^\+\+\+\s*\n/.test(text)) return undefined;
  const start = text.indexOf('\n') + 1;
  const end = text.slice(start).search(/^\+\+\+[ \t]*\r?$/m);
  if (end === -1 || end > maxFrontMatter) return undefined;
  const body = text.slice(start + end);
  return { head: text.slice(start, start + end), body: body.slice(body.indexOf('\n') + 1 || body.length) };
}

const used = new Set(
  `title description summary excerpt date publishDate pubDate expiryDate unpublishdate lastmod updated
  last_modified_at lastUpdated last_update modified weight order nav_order sidebar_position sidebar draft published
  author authors image cover thumbnail featured_image header hero slug url permalink aliases redirect_from
  layout type template id`.split(/\s+/),
);

function toFields(data: Data): FrontFields {
  const read = (...names: string[]) =>
    names.map((name) => at(data, name)).find((value) => value !== undefined && value !== '');
  const date = momentIn(read('date', 'publishDate', 'pubDate'));
  const publishAt = momentIn(read('publishDate'));
  return {
    title: textIn(read('title')),
    summary: textIn(read('description', 'summary', 'excerpt')),
    date: date?.slice(0, 10),
    publishAt,
    unpublishAt: momentIn(read('expiryDate', 'unpublishdate')),
    updated: momentIn(
      read('lastmod', 'updated', 'last_modified_at', 'lastUpdated', 'last_update.date', 'modified'),
    )?.slice(0, 10),
    order: numberIn(read('weight', 'order', 'nav_order', 'sidebar_position', 'sidebar.order')),
    isDraft: read('draft') === true || read('published') === false,
    author: textIn(firstOf(read('author', 'authors'))),
    picture: textIn(firstOf(read('image', 'cover', 'thumbnail', 'featured_image'), 'src', 'image', 'path')),
    pictureAlt: textIn(firstOf(read('image', 'cover'), 'alt')),
    slug: textIn(read('slug')),
    id: textIn(read('id')),
    categories: listIn(read('categories', 'category')).flatMap((each) => each.split(/\s+/)),
    address: textIn(read('url', 'permalink')),
    aliases: listIn(read('aliases', 'redirect_from')),
    unused: Object.keys(data).filter((name) => !used.has(name)),
  };
}

function at(data: Data, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    return typeof value === 'object' && value !== null ? (value as Data)[step] : undefined;
  }, data);
}

/** The first item of a list, or a value in a group: `authors: [{ name: Ada }]`. */
function firstOf(value: unknown, ...names: string[]): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'object' || first === null) return names.includes('alt') ? undefined : first;
  return [...names, 'name', 'title']
    .map((name) => at(first as Data, name))
    .find((each) => each !== undefined);
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function listIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');
}

/** A day, or a time as front matter has it here: `2027-01-11T09:00+01:00`. */
function momentIn(value: unknown): string | undefined {
  if (value instanceof TomlDate) return momentIn(value.toISOString());
  if (value instanceof Date) return isoDay(value);
  if (typeof value !== 'string') return undefined;
  const [, day = '', time, sign, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)? ?(?:Z|([+-])(\d{2}):?(\d{2}))?)?$/.exec(
      value.trim(),
    ) ?? [];
  if (!isRealDay(day)) return undefined;
  if (time === undefined) return day;
  const isUtc = value.trim().endsWith('Z');
  const offset = sign === undefined ? '' : `${sign}${hours ?? '00'}:${minutes ?? '00'}`;
  return offset === '' && !isUtc ? `${day} ${time}` : `${day}T${time}${isUtc ? 'Z' : offset}`;
}
