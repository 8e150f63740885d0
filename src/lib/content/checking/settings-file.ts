import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  definitionOfSettings,
  settingsFolder,
  settingsNames,
  type SettingsName,
} from '#lib/content/editor-settings.ts';
import { findClosest } from './closest-match.ts';
import { readYamlFile, type FrontMatter } from './check-front-matter.ts';
import type { Finding } from './problem.ts';
import { findFieldProblems } from './schema-problems.ts';

/** A parsed file in the folder `settings`. */
export type SettingsFile = {
  /** Undefined if the site has no settings with this name. */
  name: SettingsName | undefined;
  /** Relative to the working directory, for messages. */
  file: string;
  fields: FrontMatter | undefined;
  /** Undefined if the file is empty or has an error. */
  data: Readonly<Record<string, unknown>> | undefined;
  findings: Finding[];
};

/** Parses all settings files below `directory`. */
export async function readSettingsFiles(directory: string): Promise<SettingsFile[]> {
  const folder = join(directory, settingsFolder);
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter(isSettingsFile).toSorted();
  return Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      return parseSettings(path, await readFile(path, 'utf8'));
    }),
  );
}

/** False for other files in the folder, such as pictures. @param name path below the folder */
export function isSettingsFile(name: string): boolean {
  return /^[^._/][^/]*\.(ya?ml|json|mdx?)$/.test(name);
}

/** @param path path of the file: its name says which settings it contains */
export function parseSettings(path: string, source: string): SettingsFile {
  const fileName = path.slice(path.lastIndexOf(sep) + 1);
  const name = settingsNames.find((each) => fileName === `${each}.yaml`);
  const file = relative(process.cwd(), path).split(sep).join('/');
  if (name === undefined) {
    return { name, file, fields: undefined, data: undefined, findings: [unknownFile(fileName)] };
  }
  const { frontMatter: fields, findings } = readYamlFile(source);
  if (!fields || Object.keys(fields.data).length === 0) {
    return { name, file, fields: undefined, data: undefined, findings };
  }
  const { schema } = definitionOfSettings(name);
  const data = schema.safeParse(fields.data).data;
  const problems = findFieldProblems({ schema, name: fileName }, fields);
  return { name, file, fields, data, findings: [...findings, ...problems] };
}

function unknownFile(fileName: string): Finding {
  const known = settingsNames.map((name) => `${name}.yaml`);
  const meant = findClosest(fileName.replace(/\.\w+$/, '.yaml'), known);
  return {
    line: 1,
    severity: 'error',
    message: `there are no settings in a file ${fileName}`,
    fix: meant ? `rename it ${meant}` : `use one of ${known.join(', ')}`,
  };
}
