import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { markdownToHtml } from 'satteri';
import { isoDay } from '#lib/content/local-time.ts';
import { textOf } from '#lib/content/tree-text.ts';
import {
  isHtmlElement,
  isHtmlText,
  listElements,
  parseText,
  setAttribute,
  type HtmlElement,
} from '#lib/importing/html-tree.ts';
import {
  decodePath,
  noOrigin,
  type ImportSource,
  type SourcePage,
  type TargetCollection,
} from '#lib/importing/source-page.ts';
import { readFrontFields, type FrontFields } from './front-fields.ts';
import { outsideCode } from './mask-code.ts';
import { mdxToHtml } from './mdx-to-html.ts';
import { describeLeftOut, listSourceTexts, matches, type SourceText } from './served-files.ts';
import { replaceKramdown } from './read-kramdown.ts';
import { liquidCondition, replaceLiquid } from './read-liquid.ts';
import { replaceShortcodes } from './read-shortcodes.ts';
import { findLayout, valueAt, type Data, type LayoutRules } from './source-settings.ts';
import { placeOfText } from './text-place.ts';
import { noteType, replaceNotes } from './unknown-source.ts';

type MarkdownOptions = {
  /** The collection of texts that are no posts. */
  into: TargetCollection | undefined;
  /** The old site’s origin, if its settings do not have it. */
  site: string | undefined;
  /** Hugo and Jekyll do not publish texts with a later date. */
  today?: string;
};

const maxFileSize = 5_000_000;

/** Reads a folder of Markdown: of Hugo, Jekyll, Docusaurus or Starlight, or any other. */
export function readMarkdownFolder(
  source: string,
  { into = 'handbook', site, today = isoDay(new Date()) }: MarkdownOptions,
): ImportSource {
  const rules = findLayout(source);
  const origin = site ?? rules.origin ?? noOrigin;
  const { served, left } = listSourceTexts(source, rules);
  const unused = new Map<string, string[]>();
  const pages = served.flatMap((text) => {
    const { file } = text;
    if (statSync(join(source, file)).size > maxFileSize) {
      left.push({ file, reason: 'is larger than 5 MB' });
      return [];
    }
    const read = readFrontFields(readFileSync(join(source, file), 'utf8'), defaultsOf(file, rules));
    if (!read.hasFields && (rules.layout === 'jekyll' || /\.html?$/i.test(file))) {
      left.push({ file, reason: 'has no front matter, so it is no page of the source' });
      return [];
    }
    for (const name of read.fields.unused) unused.set(name, [...(unused.get(name) ?? []), file]);
    return [toPage({ ...read, ...text, source, rules, origin, into, today })];
  });
  return {
    kind: 'markdown',
    pages,
    origins: [origin],
    findFile: (url) => findInFolder(url, source, rules),
    menus: [],
    notes: [
      `the folder was read as ${rules.layout}`,
      ...(rules.problem === undefined ? [] : [rules.problem]),
      ...describeLeftOut(left),
      ...[...unused].map(
        ([name, files]) =>
          `the field \`${name}\` of ${files.length > 3 ? `${files.length} pages` : files.map((file) => `\`${file}\``).join(', ')}`,
      ),
    ],
  };
}

/** The fields that Jekyll’s settings give to files in a folder or of a kind. */
function defaultsOf(file: string, { layout, settings }: LayoutRules): Data {
  const listed = layout === 'jekyll' ? settings['defaults'] : undefined;
  const kind = /(?:^|\/)_([^/]+)\//.exec(file)?.[1] ?? 'pages';
  const found = (Array.isArray(listed) ? (listed as unknown[]) : []).filter((each) => {
    const path = valueAt(each, 'scope.path');
    const type = valueAt(each, 'scope.type');
    return (
      (typeof path !== 'string' || path === '' || matches(file, path)) &&
      (type === undefined || type === kind)
    );
  });
  return Object.assign({}, ...found.map((each) => valueAt(each, 'values'))) as Data;
}

type TextFile = SourceText & {
  fields: FrontFields;
  body: string;
  source: string;
  rules: LayoutRules;
  origin: string;
  into: TargetCollection;
  today: string;
};

function toPage(text: TextFile): SourcePage {
  const { fields, file, path, at, rules, origin, into, today } = text;
  const place = placeOfText(path, { rules, at, fields });
  const collection = place.collection ?? into;
  const { html, parts } = toHtml(text);
  const fileUrl = urlOf(file, origin);
  const address = new URL(place.address, origin).href;
  const flat = place.name.replaceAll('/', '-').replace(/-index$/, '');
  const name = collection === 'handbook' ? place.name.replace(/^handbook\/(?=.)/, '') : flat;
  const picture = fields.picture === undefined ? null : (URL.parse(fields.picture, fileUrl) ?? null);
  const aliases = fields.aliases.map((alias) => (alias.startsWith('/') ? rules.base + alias : alias));
  const isConditional = html.includes(`data-unknown="${liquidCondition}"`);
  // Hugo and Jekyll publish nothing before its date.
  const isLater = /^(?:hugo|jekyll)$/.test(rules.layout) && (place.date ?? '') > today;
  return {
    id: file,
    title: fields.title ?? titleIn(html) ?? fields.name ?? place.title,
    html,
    raw: { text: text.body, format: 'markdown' },
    prepare: prepareText,
    collection,
    name,
    addresses: [address, ...aliases.flatMap((alias) => URL.parse(alias, address)?.href ?? [])],
    linkedAs: [fileUrl, new URL(place.address.slice(rules.base.length) || '/', origin).href],
    bases: [fileUrl, address, ...[...parts].map((part) => urlOf(part, origin))],
    summary: fields.summary,
    date: place.date,
    publishAt: fields.publishAt ?? (isLater ? place.date : undefined),
    unpublishAt: fields.unpublishAt,
    updated: fields.updated,
    order: place.order,
    isDraft: place.isDraft || rules.problem !== undefined || isConditional,
    author: fields.author,
    picture: picture ? { url: picture.href, alt: fields.pictureAlt ?? '' } : undefined,
    notes: [
      ...fields.doubts.map((doubt) => `is a draft: ${doubt}`),
      ...(isConditional ? ['is a draft: readers see a part of it under a condition only'] : []),
    ],
  };
}

function urlOf(file: string, origin: string): string {
  return new URL(file.split('/').map(encodeURIComponent).join('/'), `${origin}/`).href;
}

type Converted = { html: string; parts: ReadonlySet<string> };

function toHtml({ body, file, source, rules, fields }: TextFile): Converted {
  const text = body.replaceAll('\r\n', '\n');
  const parts = new Set<string>();
  const isMdx = file.endsWith('.mdx') || (rules.layout === 'docusaurus' && !fields.isPlain);
  const { hasMath } = rules;
  if (isMdx)
    return {
      html: mdxToHtml(text, { file, hasMath, parts, readText: (part) => readPart(source, part) }),
      parts,
    };
  const plain = toPlainMarkdown(text, { source, rules, isHtml: /\.html?$/i.test(file) });
  if (/\.html?$/i.test(file)) return { html: plain, parts };
  const { html } = markdownToHtml(plain, {
    features: {
      gfm: true,
      smartPunctuation: false,
      frontmatter: false,
      math: { singleDollarTextMath: hasMath },
      definitionList: rules.layout !== 'starlight',
    },
  });
  return { html, parts };
}

type Dialect = { source: string; rules: LayoutRules; isHtml: boolean };

/** Replaces what a site generator adds to Markdown. */
function toPlainMarkdown(text: string, { source, rules, isHtml }: Dialect): string {
  const { layout, settings, base } = rules;
  if (layout === 'hugo') return outsideCode(replaceShortcodes(text), replaceNotes);
  if (layout !== 'jekyll') return outsideCode(text, replaceNotes);
  const findFile = (name: string) =>
    ['', '.yml', '.yaml', '.json', '.csv', '.tsv']
      .map((ending) => name + ending)
      .find((file) => statSync(join(source, file), { throwIfNoEntry: false })?.isFile());
  const liquid = replaceLiquid(text, { settings, base, findFile });
  return isHtml ? liquid : outsideCode(replaceKramdown(liquid), replaceNotes);
}

/** The text of a file that another one includes. */
function readPart(source: string, part: string): string | undefined {
  const path = join(source, part);
  const isReadable = !part.startsWith('..') && existsSync(path) && statSync(path).size <= maxFileSize;
  return isReadable ? readFrontFields(readFileSync(path, 'utf8')).body.replaceAll('\r\n', '\n') : undefined;
}

/** The first heading of level 1. */
function titleIn(html: string): string | undefined {
  const heading = [...listElements(parseText(html))].find(({ tagName }) => tagName === 'h1');
  return (
    heading &&
    textOf(heading)
      .replace(/\{#[^{}]{0,300}\}\s{0,9}$/, '')
      .trim()
  );
}

function prepareText(root: HtmlElement): void {
  for (const element of [...listElements(root)])
    if (/^h[1-6]$/.test(element.tagName)) readHeadingId(element);
    else if (element.tagName === 'blockquote') readAlert(element);
}

/** `> [!NOTE]`, as GitHub writes notes. A title may follow. */
function readAlert(quote: HtmlElement): void {
  const paragraph = quote.childNodes.find(isHtmlElement);
  const [first] = paragraph?.tagName === 'p' ? paragraph.childNodes : [];
  if (!first || !isHtmlText(first)) return;
  const [found, type = '', title = ''] =
    /^\s*\[!(\w{1,20})\][+-]?[ \t]*([^\n]{0,200})\n?/.exec(first.value) ?? [];
  if (found === undefined) return;
  first.value = first.value.slice(found.length);
  quote.tagName = 'aside';
  setAttribute(quote, 'data-import-callout', noteType(type));
  if (title.trim() !== '') setAttribute(quote, 'data-title', title.trim());
}

/** `## Field work {#field-work}` names the anchor of a heading. */
function readHeadingId(heading: HtmlElement): void {
  const last = heading.childNodes.at(-1);
  const [found, id] =
    (last && 'value' in last && /\s{0,9}\{#([\w-]{1,200})(?:\s[^}]{0,200})?\}\s{0,9}$/.exec(last.value)) ||
    [];
  if (found === undefined || id === undefined || !last || !('value' in last)) return;
  last.value = last.value.slice(0, -found.length);
  setAttribute(heading, 'id', id);
}

/** Looks beside the text first, then in the folders that are shown at the root of the site. */
function findInFolder(
  url: URL,
  source: string,
  { publicFolders, folders, base }: LayoutRules,
): string | undefined {
  const whole = decodePath(url.pathname).replace(/^\/(?:@site|~)(?=\/)/, '');
  const path = base !== '' && whole.startsWith(`${base}/`) ? whole.slice(base.length) : whole;
  if (/(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(path)) return undefined;
  const places = ['', ...publicFolders, ...folders.map(({ folder }) => folder)];
  const found = places.map((folder) => join(source, folder, path)).find((file) => existsSync(file));
  return found !== undefined && statSync(found).isFile() ? found : undefined;
}
