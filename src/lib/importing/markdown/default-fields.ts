import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { itemsOf, valueAt, type Data } from './parse-settings.ts';
import { matches } from './served-files.ts';
import type { LayoutRules } from './source-settings.ts';
import { splitFields } from './split-fields.ts';

/** The fields that settings, or files of folders, give to a file. */
export function defaultsOf(file: string, source: string, rules: LayoutRules): Data {
  const { layout, settings } = rules;
  if (layout === 'hugo') return cascadeOf(file, source, rules);
  if (layout === 'plain') return folderData(file, source);
  const listed = layout === 'jekyll' ? settings['defaults'] : undefined;
  const kind = /(?:^|\/)_([^/]+)\//.exec(file)?.[1] ?? 'pages';
  const found = itemsOf(listed).filter((each) => {
    const path = valueAt(each, 'scope.path');
    const type = valueAt(each, 'scope.type');
    return (
      (typeof path !== 'string' || path === '' || matches(file, path)) &&
      (type === undefined || type === kind)
    );
  });
  return Object.assign({}, ...found.map((each) => valueAt(each, 'values'))) as Data;
}

/** The fields that Eleventy gives to `posts/a.md`: those of `posts/posts.json`, and of `posts/a.json`. */
function folderData(file: string, source: string): Data {
  const own = file.replace(/\.\w+$/, '');
  const paths = [...listAbove(file).map((folder) => `${folder}/${basename(folder)}`), own];
  const files = paths.flatMap((path) => [`${path}.json`, `${path}.11tydata.json`]);
  const texts = files.map((path) => readIfThere(join(source, path)) || '{}');
  try {
    return Object.assign({}, ...texts.map((text) => JSON.parse(text) as unknown)) as Data;
  } catch {
    return { status: 'pending, since the fields of its folder cannot be read' };
  }
}

/** Hugo’s `cascade` of the settings and of each `_index.md` above. */
function cascadeOf(file: string, source: string, { settings, folders }: LayoutRules): Data {
  const texts = listAbove(file).map((folder) => readIfThere(join(source, folder, '_index.md')));
  const found = [settings, ...texts.map((text) => splitFields(text).data)];
  const { folder = '' } = folders.find((each) => file.startsWith(`${each.folder}/`)) ?? {};
  const path = folder === '' ? file : file.slice(folder.length + 1);
  const all = found
    .flatMap((each) => itemsOf(valueAt(each, 'cascade')))
    .filter((each) => isTarget(valueAt(each, 'target') ?? valueAt(each, '_target'), path));
  const fields = Object.entries(Object.assign({}, ...all) as Data);
  return Object.fromEntries(fields.filter(([name]) => !/target$/i.test(name)));
}

/** Whether a cascade is for a text. @param path below its folder */
function isTarget(target: unknown, path: string): boolean {
  const [pattern, kind, environment] = ['path', 'kind', 'environment'].map((name) => valueAt(target, name));
  const own = path.replace(/\/?_?index\.\w+$/, '');
  const isOfPath =
    typeof pattern !== 'string' ||
    [own, own.replace(/\.\w+$/, '')].some((each) =>
      matches(each.toLowerCase(), pattern.toLowerCase().replaceAll(/(?<=[{,])\//g, '')),
    );
  const ownKind = /(?:^|\/)_index\./.test(path) ? (own === '' ? 'home' : 'section') : 'page';
  return (
    isOfPath &&
    (typeof kind !== 'string' || matches(ownKind, kind)) &&
    (typeof environment !== 'string' || matches('production', environment))
  );
}

/** The folders of a file, the outer ones first. */
function listAbove(file: string): string[] {
  return [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index));
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
