import { posix } from 'node:path';
import { listAllFiles } from '#lib/base/list-files.ts';
import { describeOthers, kindOfFile } from '#lib/importing/import-files.ts';
import { collectionIn, listIn, valueAt } from './parse-settings.ts';
import { languageOfFile, type LayoutRules } from './source-settings.ts';

/** A file of the source, and why it is no page here. */
type LeftOut = { file: string; reason: string };

export type SourceText = {
  /** Below the source, and below its folder of texts. */
  file: string;
  path: string;
  /** The index of its folder in the rules. */
  at: number;
  /** Why readers may not see it as a page. */
  doubt: string | undefined;
};

const texts = /\.(?:mdx?|markdown|mkd|mkdn|mkdown)$/i;
const otherPages = /\.(?:html?|adoc|asciidoc|org|rst|textile|ipynb)$/i;
const programs = /\.(?:astro|jsx?|tsx?|vue|svelte)$/i;
const never = 'hidden files, or files of node_modules and _site,';
const neverRead = /(?:^|\/)(?:node_modules|_site|\.[^/]+)(?:\/|$)/;

/** Lists the files that the source shows as pages, and those that look like pages but are not read. */
export function listSourceTexts(
  source: string,
  rules: LayoutRules,
): { served: SourceText[]; left: LeftOut[]; others: string[] } {
  const every = listAllFiles(source);
  const all = every.filter((file) => !neverRead.test(file));
  const known = new Set(all);
  const { layout, folders } = rules;
  const outside = `is outside the folders that are read: ${folders.map(({ folder }) => folder).join(', ')}`;
  const takesHtml = layout === 'jekyll' || layout === 'hugo';
  const served: SourceText[] = [];
  const left: LeftOut[] = [];
  const kinds = Map.groupBy(every, (file): string => (neverRead.test(file) ? never : ''));
  const others: string[] = [];
  for (const file of all) {
    const at = folders.findIndex(({ folder }) => folder === '' || file.startsWith(`${folder}/`));
    const { folder = '' } = folders[at] ?? {};
    const isText = texts.test(file) || (takesHtml && /\.html?$/i.test(file));
    if (!isText && !otherPages.test(file) && !(folder === 'src/pages' && programs.test(file))) {
      others.push(file);
      continue;
    }
    const path = folder === '' ? file : file.slice(folder.length + 1);
    const unread = isText ? whyNotServed(path, rules) : 'is in a format that is not read';
    const reason = at === -1 ? outside : unread;
    const doubt = layout === 'hugo' ? bundleOf(path, folder, known) : doubtOf(path, rules);
    if (reason === undefined) served.push({ file, path, at, doubt });
    else left.push({ file, reason });
  }
  kinds.delete('');
  for (const [kind, files] of Map.groupBy(others, kindOfFile)) kinds.set(kind, files);
  return {
    served: served.toSorted((one, other) => one.at - other.at),
    left,
    others: describeOthers(kinds, source),
  };
}

/** One line for each folder and reason. */
export function describeLeftOut(left: readonly LeftOut[]): string[] {
  const groups = Map.groupBy(left, ({ file, reason }) => `${file.split('/')[0] ?? ''}\n${reason}`);
  return [...groups.values()].map((group) => {
    const names = group.slice(0, 10).map(({ file }) => `\`${file}\``);
    const more = group.length > names.length ? ` and ${group.length - names.length} more` : '';
    const [folder = ''] = group[0]?.file.split('/') ?? [];
    const start = group.length > 1 ? `${folder} (${group.length} pages): ` : '';
    return `${start}${names.join(', ')}${more}: ${group[0]?.reason ?? ''}`;
  });
}

function whyNotServed(path: string, rules: LayoutRules): string | undefined {
  const { layout, settings, excluded } = rules;
  if (layout === 'jekyll') return whyNotInJekyll(path, rules);
  const isPart =
    layout !== 'plain' && layout !== 'hugo' && path.split('/').some((part) => part.startsWith('_'));
  if (isPart) return 'begins with _, so it is a part of other pages';
  const isIgnored = listIn(valueAt(settings, 'ignoreFiles')).some((pattern) =>
    matchesExpression(path, pattern),
  );
  if (languageOfFile(path, rules)?.isOff === true) return 'is of a language that the settings switch off';
  const last = excluded.findLast((pattern) => matches(path, pattern.replace(/^!/, '')));
  return isIgnored || last?.startsWith('!') === false
    ? 'is excluded by the settings of the source'
    : undefined;
}

function whyNotInJekyll(path: string, { settings }: LayoutRules): string | undefined {
  if (listIn(settings['include']).some((pattern) => matches(path, pattern))) return undefined;
  if (listIn(settings['exclude']).some((pattern) => matches(path, pattern)))
    return 'is excluded in _config.yml';
  if (/^vendor\//.test(path)) return 'is excluded by Jekyll';
  const parts = path.split('/');
  if (/^[_#]|~$/.test(parts.at(-1) ?? '')) return 'has a name that Jekyll does not serve';
  const special = parts.slice(0, -1).find((part) => /^[_#~]/.test(part));
  if (special === undefined || special === '_posts' || special === '_drafts') return undefined;
  const collection = collectionIn(settings, special.slice(1));
  if (collection === undefined) return `is in ${special}, which is no collection of _config.yml`;
  if (collection['output'] === true) return undefined;
  return `is in the collection ${special}, which has no pages of its own (output)`;
}

/** In folders of an unknown system, these names are usual for texts that are not published. */
function doubtOf(path: string, { layout }: LayoutRules): string | undefined {
  const isHidden = path.split('/').some((part) => /^_(?!index\.)|^drafts?$/i.test(part));
  return layout === 'plain' && isHidden ? 'its path looks like one of parts or drafts' : undefined;
}

/** In Hugo, files beside and below an `index.md` belong to its page, and have no address of their own. */
function bundleOf(path: string, folder: string, known: ReadonlySet<string>): string | undefined {
  const parts = path.split('/');
  const isIndex = /^index(?:\.[\w-]+)?\.\w+$/.test(parts.at(-1) ?? '');
  for (let depth = parts.length - (isIndex ? 2 : 1); depth > 0; depth -= 1) {
    const index = [folder, ...parts.slice(0, depth), 'index.md'].join('/');
    if (known.has(index)) return `it belongs to the page ${index}, and has no address of its own`;
  }
  return undefined;
}

export type TextFinder = (name: string, from: string) => string;

/** Creates a function that finds a text as `ref` of Hugo does: beside another one, in its folder of texts, or by its name. */
export function createTextFinder(served: readonly SourceText[]): TextFinder {
  const plain = (path: string) => path.replace(/(?:\/?_?index)?\.\w+$/, '').toLowerCase();
  const byPath = new Map(served.map(({ file, path }) => [plain(path), file]));
  const byName = Map.groupBy(served, ({ path }) => plain(path).split('/').at(-1));
  return (name, from) => {
    const [path = '', anchor = ''] = name.split(/(?=#)/, 2);
    if (path === '') return name;
    const wanted = plain(path.endsWith('.md') ? path : `${path}.md`);
    const language = /\.[a-z]{2,3}(?:-\w+)?(?=\.\w+$)/i.exec(from)?.[0].toLowerCase() ?? '';
    const beside = wanted.startsWith('/') ? [] : [posix.join(posix.dirname(from).toLowerCase(), wanted)];
    const paths = [...beside, wanted.replace(/^\//, '')].flatMap((each) => [each + language, each]);
    const found = paths.map((each) => byPath.get(each)).find(Boolean);
    const [named, other] = byName.get(wanted) ?? [];
    const file = found ?? (other ? undefined : named?.file);
    return file === undefined ? name : `/${encodeURI(file)}${anchor}`;
  };
}

function matchesExpression(path: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(path);
  } catch {
    return false;
  }
}

/** A pattern of a file name, which also covers everything in a folder. */
export function matches(path: string, pattern: string): boolean {
  const expression = pattern
    .replace(/^\.?\//, '')
    .replace(/\/$/, '')
    .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{([^{}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
    .replaceAll(/(?:\*\*\/)+|\*+|\?/g, (sign) =>
      sign.endsWith('/') ? '(?:.*/)?' : sign === '?' ? '.' : '.*',
    );
  return new RegExp(`^${expression}(?:/|$)`).test(path);
}
