import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

export type Data = Readonly<Record<string, unknown>>;

type SettingsFile = { name: string; text: string };
export type Parsed = { settings: Data; problem: string | undefined };

export function parseSettings(file: SettingsFile | undefined): Parsed {
  if (file === undefined) return { settings: {}, problem: undefined };
  try {
    // JSON is YAML, too.
    const parsed: unknown = file.name.endsWith('.toml') ? parseToml(file.text) : parseYaml(file.text);
    return { settings: isData(parsed) ? parsed : {}, problem: undefined };
  } catch {
    return { settings: {}, problem: `${file.name} cannot be read, so all pages are drafts` };
  }
}

/** Adds the files of the folder of settings: `languages.de.toml` has the settings `languages.de`. */
export function readHugo(source: string, main: SettingsFile | undefined): Parsed {
  const names = globSync('*.{toml,yaml,yml,json}', { cwd: join(source, 'config/_default') }).toSorted();
  const files = names
    .filter((name) => !/^(?:hugo|config)\./.test(name))
    .map((name) => ({ name, text: readFileSync(join(source, 'config/_default', name), 'utf8') }));
  const { settings, problem } = parseSettings(main);
  const all: Record<string, unknown> = { ...settings };
  const problems = [problem];
  for (const file of files) {
    const read = parseSettings(file);
    const [key = '', part] = file.name.split('.').slice(0, -1);
    const known = isData(all[key]) ? all[key] : {};
    all[key] = part === undefined ? { ...known, ...read.settings } : { ...known, [part]: read.settings };
    problems.push(read.problem);
  }
  return { settings: all, problem: problems.find((each) => each !== undefined) };
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path such as `sidebar.order`, whatever the case of its names, and with or without - and _. */
export function valueAt(data: unknown, path: string): unknown {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');
  return path.split('.').reduce<unknown>((value, step) => {
    if (!isData(value)) return undefined;
    return Object.entries(value).find(([name]) => plain(name) === plain(step))?.[1];
  }, data);
}

/** The texts of a list, or a single text. */
export function listIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');
}
