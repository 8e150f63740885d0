import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

export type Data = Readonly<Record<string, unknown>>;

export type Settings = {
  settings: Data;
  /** Why they cannot be relied on. */
  problem: string | undefined;
};

export const maxSettings = 100_000;

/**
 * Reads files in YAML, TOML or JSON as one group of settings. Other names than `config` and `hugo` are a part of it:
 * `languages.de.toml` has the settings `languages.de`.
 */
export function readSettings(source: string, files: readonly string[]): Settings {
  const settings: Record<string, unknown> = {};
  let problem: string | undefined;
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8').slice(0, maxSettings);
    const [key = '', part] = basename(file).split('.').slice(0, -1);
    try {
      // JSON is YAML, too.
      const parsed: unknown = file.endsWith('.toml')
        ? parseToml(text)
        : parseYaml(text, { logLevel: 'error' });
      const own = isData(parsed) ? parsed : {};
      const known = isData(settings[key]) ? settings[key] : {};
      if (/^(?:_?config|hugo)$/.test(key)) Object.assign(settings, own);
      else settings[key] = { ...known, ...(part === undefined ? own : { [part]: own }) };
    } catch {
      problem ??= `${file} cannot be read, so all pages are drafts`;
    }
  }
  return { settings, problem };
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path such as `sidebar.order`, whatever the case of its names, and with or without - and _. */
export function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    if (!isData(value)) return undefined;
    return Object.entries(value).find(([name]) => plainName(name) === plainName(step))?.[1];
  }, data);
}

export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** The items of a list, or a single value. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** The texts of a list, or a single text. */
export function listIn(value: unknown): string[] {
  return itemsOf(value).filter((each) => typeof each === 'string');
}

/** The settings of a collection of Jekyll. @returns undefined if there is none with this name */
export function collectionIn({ collections }: Data, name: string): Data | undefined {
  if (itemsOf(collections).includes(name)) return {};
  if (!isData(collections) || !Object.hasOwn(collections, name)) return undefined;
  return isData(collections[name]) ? collections[name] : {};
}
