import GithubSlugger from 'github-slugger';
import { isRealDay } from '#lib/content/local-time.ts';
import { slugOf } from '#lib/content/slug-of.ts';
import type { FrontFields } from './front-fields.ts';
import { collectionIn, listIn, valueAt } from './parse-settings.ts';
import { languageOfFile, type LayoutRules, type MarkdownLayout } from './source-settings.ts';
import { slugify, urlize } from './url-parts.ts';

type TextFile = { rules: LayoutRules; at: number; fields: FrontFields };

/** What the path of a text says. @param path with `/`, below its folder */
export function placeOfText(path: string, text: TextFile) {
  const { rules, fields } = text;
  const shown = readPath(path, text);
  const { base, folders, file, last, isIndex, isPost, date, named, parts } = shown;
  const language = rules.layout === 'hugo' && base !== '' ? [base.slice(1)] : [];
  const name = [...language, ...folders, isIndex ? 'index' : file]
    .map((part) => part.replace(/^_+(?=.)/, ''))
    .join('/');
  // Docusaurus orders by the number that it leaves out.
  const [, number] = /^(\d{1,4})[-_. ]/.exec(file === parts.at(-1) ? '' : (parts.at(-1) ?? '')) ?? [];
  return {
    /** Without extension, number and date: `leave/sick-leave`. */
    name: isPost ? last || 'news' : name,
    /** Of a text that has none. */
    title: last
      .replaceAll(/[-_]+/g, ' ')
      .trim()
      .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    address: rules.base + addressOf(shown, text),
    collection: shown.collection ?? (isPost ? ('news' as const) : undefined),
    date,
    doubt: date === undefined && named !== '' ? `its date “${named}” is not clear` : undefined,
    isIndex: shown.isIndex,
    order: fields.order ?? (number === undefined ? undefined : Number(number)),
    isDraft:
      fields.isDraft ||
      (rules.layout === 'jekyll' &&
        (parts.includes('_drafts') || (parts.includes('_posts') && named === ''))),
  };
}

type Shown = ReturnType<typeof readPath>;

/** What the path says, after the rules of the layout. */
function readPath(path: string, { rules, at, fields }: TextFile) {
  const { layout } = rules;
  const language = languageOfFile(path, rules);
  const { base = '', collection } = { ...rules.folders[at], ...language };
  const parts = path.replace(language ? /\.[\w-]+\.\w+$/ : /\.\w+$/, '').split('/');
  const posts = postFolders[layout] ?? someFolders;
  const isPost = collection === 'news' || parts.slice(0, -1).some((part) => posts.test(part));
  const isNumbered = layout === 'docusaurus' && !isPost;
  const unnumbered = isNumbered ? parts.map(withoutNumber) : parts;
  const file = unnumbered.at(-1) ?? '';
  const folders = unnumbered.slice(0, -1);
  const hasReadme = layout === 'docusaurus' || layout === 'plain';
  const isNamed = /^_?index$/i.test(file) || (hasReadme && /^readme$/i.test(file));
  const isIndex = isNamed || (isNumbered && file === folders.at(-1));
  /** Without extension and index. */
  const whole = (isIndex ? folders : unnumbered).join('/');
  const [, before = '', year = '', month = '', day = '', rest = ''] = (isPost && datedPath.exec(whole)) || [];
  /** The date in the path. */
  const named = year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = fields.date ?? (isRealDay(named) ? named : undefined);
  const last = rest || whole.split('/').at(-1) || '';
  const text = before + rest;
  return { parts, base, collection, folders, file, last, isIndex, whole, text, named, date, isPost };
}

const someFolders = /^(?:posts?|blog|news|articles)$/;
const postFolders: Partial<Record<MarkdownLayout, RegExp>> = {
  jekyll: /^_(?:posts|drafts)$/,
  docusaurus: /^\0$/,
};
const datedPath = /^(.*?)(?<!\d)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[-_/]|$)(.*)$/;

/** `01-start` is shown as `start`, but `2024-05` stays. */
function withoutNumber(part: string): string {
  return part.replace(/^\d{1,4}\s{0,9}[-_.]+\s{0,9}(?=[^-_.\s\d]|\d+[^-_.\d])/, '');
}

function addressOf(shown: Shown, file: TextFile): string {
  const { rules, fields } = file;
  const { base, folders, last, isIndex, whole, text, named, isPost } = shown;
  const pattern = fields.address ?? patternOf(shown, file);
  if (pattern !== undefined) {
    const filled = fillPattern(pattern, valuesOf(shown, file));
    return URL.parse(filled, 'https://x.invalid/')?.pathname ?? '/';
  }
  const slug = fields.slug ?? (rules.layout === 'docusaurus' && !isPost ? fields.id : undefined);
  if (slug?.startsWith('/')) return base + slug;
  if (rules.layout === 'starlight' && slug !== undefined) return `${base}/${slug}`;
  if (rules.layout === 'docusaurus' && isPost)
    return `${base}/${slug ?? (named ? `${named.replaceAll('-', '/')}/${text}` : whole)}`;
  const parts = [...folders, ...(slug === undefined ? (isIndex ? [] : [last]) : [slug])].map((part) => {
    if (rules.layout === 'starlight') return new GithubSlugger().slug(part);
    return rules.layout === 'hugo' ? urlize(part) : part;
  });
  return `${base}/${parts.join('/')}`.replace(/\/$/, '') || '/';
}

/** The pattern of Jekyll’s collections, and of Hugo’s sections. */
function patternOf({ folders, isPost }: Shown, { rules }: TextFile): string | undefined {
  const { layout, settings } = rules;
  if (layout === 'hugo') {
    const [section = ''] = folders;
    const paths = [`permalinks.page.${section}`, `permalinks.${section}`];
    return paths.flatMap((path) => listIn(valueAt(settings, path)))[0];
  }
  if (layout !== 'jekyll') return undefined;
  const [permalink = 'date'] = listIn(settings['permalink']);
  if (isPost) return jekyllPatterns[permalink] ?? permalink;
  const collection = collectionIn(settings, collectionOf(folders));
  return collection && (listIn(collection['permalink'])[0] ?? '/:collection/:path');
}

function collectionOf(folders: readonly string[]): string {
  return folders.find((part) => /^_/.test(part))?.slice(1) ?? '';
}

function valuesOf(shown: Shown, { fields, rules }: TextFile): Record<string, string> {
  const { folders, last, named, date, whole } = shown;
  const [year = '', month = '', day = ''] = (date ?? named).split('-');
  const { layout } = rules;
  const titled = (layout === 'hugo' && fields.title) || last;
  const own = fields.slug ?? titled;
  const slug = layout === 'hugo' ? urlize(own) : layout === 'jekyll' ? slugify(own) : own;
  const collection = collectionOf(folders);
  const path = whole.slice(whole.indexOf(`_${collection}/`) + collection.length + 2);
  const categories = [...folders.filter((part) => !part.startsWith('_')), ...fields.categories];
  return {
    year,
    month,
    day,
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    title: layout === 'hugo' ? urlize(titled) : slugify(own, "._~!$&'()+,;=@"),
    slug,
    name: slugify(last),
    basename: last,
    filename: last,
    contentbasename: last,
    slugorfilename: fields.slug ?? last,
    slugorcontentbasename: fields.slug ?? last,
    path,
    collection,
    section: folders[0] ?? '',
    sections: folders.join('/'),
    output_ext: '.html',
    categories: [...new Set(categories.map((each) => each.toLowerCase()))].join('/'),
    slugified_categories: categories.map(slugOf).join('/'),
  };
}

function fillPattern(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern
    .replaceAll(/(?<!https?):(\w+)/g, (_, name: string) => values[name] ?? '')
    .replaceAll(/(?<!:)\/{2,}/g, '/');
}

const jekyllPatterns: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
};
