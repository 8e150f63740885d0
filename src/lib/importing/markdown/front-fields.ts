import { TomlDate } from 'smol-toml';
import { isoDay } from '#lib/content/local-time.ts';
import { readDate } from '#lib/importing/read-date.ts';
import { isUnindexed } from '#lib/importing/unshown-words.ts';
import { isData, itemsOf, listIn, plainName, valueAt, type Data } from './parse-settings.ts';
import { splitFields } from './split-fields.ts';

/** The fields of a Markdown file of Hugo, Jekyll, Docusaurus or Starlight, in one form. */
export type FrontFields = ReturnType<typeof toFields>;

type FieldOptions = {
  /** The values of fields that the file does not have. */
  defaults?: Data;
  /** Whether fields may stand at the start without a line before them. */
  hasHeads?: boolean;
};

export function readFrontFields(
  source: string,
  { defaults = {}, hasHeads = false }: FieldOptions = {},
): { fields: FrontFields; body: string; hasFields: boolean } {
  const { data, body, problem } = splitFields(source, hasHeads);
  const own = new Set(Object.keys(data ?? {}).map(plainName));
  const others = Object.entries(defaults).filter(([name]) => !own.has(plainName(name)));
  const fields = toFields({ ...data, ...Object.fromEntries(others) });
  if (problem !== undefined) {
    fields.isDraft = true;
    fields.doubts.push(problem);
  }
  return { fields, body, hasFields: data !== undefined || problem !== undefined };
}

/** Fields that say how a page looks. Their values are no words. */
const silent = /^(?:layout|type|template|draft|published|toc|weight)$/i;

function toFields(data: Data) {
  const used = new Set<string>();
  const read = (...names: string[]) => {
    const name = names.find((each) => isGiven(valueAt(data, each)));
    if (name === undefined) return undefined;
    used.add(name.split('.').map(plainName).join('.'));
    return valueAt(data, name);
  };
  const readText = (...names: string[]) => textIn(read(...names));
  const doubts = listDoubts(data);
  const readMoment = (...names: string[]) => {
    const value = read(...names);
    const moment = momentIn(value);
    if (isGiven(value) && moment === undefined) doubts.push(`its date “${wordOf(value)}” is not clear`);
    return moment;
  };
  const publishAt = readMoment('publishDate');
  const date = readMoment('date', 'pubDate') ?? publishAt;
  const unpublishAt = readMoment('expiryDate', 'unpublishdate');
  const title = readText('title');
  const categories = valueAt(data, 'categories');
  const [author, ...coAuthors] = namesIn(read('author', 'authors'));
  return {
    title,
    /** What menus and lists call the page. */
    name: title ?? readText('linkTitle', 'sidebar_label', 'sidebar.label', 'nav_title', 'name'),
    summary: readText('description', 'summary', 'excerpt'),
    date: date?.slice(0, 10),
    /** The date, with its time if it has one. */
    moment: date,
    publishAt,
    unpublishAt,
    updated: momentIn(
      read('lastmod', 'updated', 'last_modified_at', 'lastUpdated', 'last_update.date', 'modified'),
    )?.slice(0, 10),
    order: numberIn(read('weight', 'order', 'nav_order', 'sidebar_position', 'sidebar.order')),
    isDraft: doubts.length > 0,
    /** Why it is a draft, unless the source says so plainly. */
    doubts: doubts.filter((each) => !/^(?:draft: true|published: false)$/.test(each)),
    author,
    coAuthors,
    ...pictureIn(
      read('image', 'cover', 'thumbnail', 'featured_image', 'images', 'hero.image', 'header.image'),
    ),
    slug: readText('slug'),
    /** Docusaurus uses it in the address. */
    id: readText('id'),
    /** Jekyll uses them in the address. */
    categories: [
      ...(typeof categories === 'string' ? categories.split(/\s+/) : listIn(categories)),
      ...listIn(valueAt(data, 'category')),
    ],
    /** The whole address: `/about/`. */
    address: readText('url', 'permalink'),
    aliases: listIn(read('aliases', 'redirect_from')),
    /** Whether Docusaurus reads the text as Markdown without components. */
    isPlain: read('mdx.format', 'format') === 'md',
    /** Names of the fields that have no counterpart. */
    unused: Object.entries(data)
      .filter(([name, value]) => isGiven(value) && !used.has(plainName(name)) && !silent.test(name))
      .flatMap(([name, value]) => {
        const inner = isData(value) ? Object.keys(value) : [];
        const left = inner.filter((each) => !used.has(`${plainName(name)}.${plainName(each)}`));
        return left.length === inner.length ? [name] : left.map((each) => `${name}.${each}`);
      }),
  };
}

function isGiven(value: unknown): boolean {
  return itemsOf(value).some((each) => each !== null && each !== '');
}

const hiding = /^(?:is)?(?:draft|private|hidden|unlisted|unpublished|headless|archived|internal|password)$/;
const showing = /^(?:is)?(?:published|publish|public|visible|listed)$/;
const hiddenState =
  /draft|private|unpublish|hidden|pending|internal|archiv|trash|review|protect|restrict|password|wip/i;
const no = /^(?:false|no|off|n|f|0|never)$/i;
/** A date says when a page was published. */
const yes = /^(?:true|yes|on|y|t|1|always|\d{4}-.*)$/i;

/** The fields by which a page is not, or may not be, public, as `name: value`. */
function listDoubts(data: Data): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const plain = plainName(name);
    const word = wordOf(plain === 'build' ? valueAt(value, 'render') : value);
    const isHidden =
      (hiding.test(plain) && !no.test(word)) ||
      (showing.test(plain) && !yes.test(word)) ||
      isUnindexed([[plain, word]]) ||
      (/^(?:permalink|build)$/.test(plain) && /^(?:false|never|link)$/i.test(word)) ||
      (/^(?:status|state|visibility|access)$/.test(plain) && hiddenState.test(word));
    if (!isGiven(value) || !isHidden) return [];
    return plain === 'password' ? [name] : [`${name}: ${word}`];
  });
}

function wordOf(value: unknown): string {
  if (value === undefined || value instanceof Date) return value === undefined ? '' : isoDay(value);
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

/** The address and description of a picture, which may be in a group: `image: { file: a.png, caption: Ada }`. */
function pictureIn(value: unknown): Record<'picture' | 'pictureAlt', string | undefined> {
  const [first] = itemsOf(value);
  if (!isData(first)) return { picture: textIn(first), pictureAlt: undefined };
  const texts = Object.entries(first).filter((each): each is [string, string] => typeof each[1] === 'string');
  const named = texts.find(([name]) => /^(?:src|image|path|file|url)$/i.test(name));
  const [, picture] =
    named ?? texts.find(([, each]) => /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(each)) ?? [];
  return {
    picture,
    pictureAlt: ['alt', 'caption', 'description', 'title']
      .map((name) => textIn(valueAt(first, name)))
      .find(Boolean),
  };
}

/** The texts of a list, or the names in its groups: `authors: [{ name: Ada }]`. */
function namesIn(value: unknown): string[] {
  return itemsOf(value).flatMap(
    (each) => textIn(isData(each) ? (valueAt(each, 'name') ?? valueAt(each, 'title')) : each) ?? [],
  );
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A day, or a time as front matter has it here: `2027-01-11T09:00+01:00`. */
function momentIn(value: unknown): string | undefined {
  if (value instanceof TomlDate) return momentIn(value.toISOString());
  if (value instanceof Date) return isoDay(value);
  return typeof value === 'string' || typeof value === 'number' ? readDate(String(value)) : undefined;
}
