import { globSync, readFileSync } from 'node:fs';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';

/** The names of the sample institute, its places and its people. */
export function namesOfSample(): string[] {
  return ['Larkmoor', 'Weir House', 'Mill Lane', 'Harrow Moss', ...valuesOf('people', ['name'])];
}

/** Words that only the sample has: its names, and the titles and codes of its courses. */
export function wordsOfSample(): string[] {
  const titles = valuesOf('{courses,programs}', ['title', 'code']);
  return ['soil-science', 'hydrology', ...namesOfSample(), ...titles];
}

function valuesOf(collection: string, fields: readonly string[]): string[] {
  return globSync(`src/content/${collection}/*.mdx`).flatMap((file) => {
    const data = readFrontMatter(readFileSync(file, 'utf8')).frontMatter?.data as
      | Record<string, string>
      | undefined;
    return fields.flatMap((field) => data?.[field] ?? []);
  });
}
