import { existsSync, globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// ESLint checks one file at a time, but cycles need the whole graph, with type imports and .astro files.

const files = globSync('{src,scripts,bench,test}/**/*.{ts,mjs,astro}', {
  exclude: (file) => file.startsWith('src/content/'),
});
const imports = new Map(files.map((file) => [file, listImports(file)]));

// TypeScript checks those of all other files. Releases contain JavaScript instead of TypeScript.
test('each import of a .mjs file names a module', () => {
  const missing = [...imports]
    .filter(([file]) => file.endsWith('.mjs'))
    .flatMap(([file, targets]) => targets.map((target) => ({ file, target: target.replace(/\.js$/, '.ts') })))
    .filter(({ target }) => !existsSync(target));

  expect(missing).toEqual([]);
});

test('there are no import cycles', () => {
  const cycles = findCycles();

  expect(cycles.map((cycle) => cycle.join(' -> '))).toEqual([]);
});

/** The editor's desk, with its components and pages. */
const ofDesk =
  /^src\/(?:lib\/editing|lib\/store\/desk|app\/desk|components\/editor|components\/staff\/desk|pages\/staff\/content|pages\/preview)\//;
const door = 'src/app/desk/create-desk.ts';

test('code outside of the desk imports only its door', () => {
  const isOutside = (file: string) => /^src\/(?!.*\.test\.ts$)/.test(file) && !ofDesk.test(file);

  const entered = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => isOutside(file) && ofDesk.test(target) && target !== door)
      .map((target) => `${file} -> ${target}`),
  );

  expect(entered).toEqual([]);
});

test('a server and a publisher without the desk load only its door', () => {
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (file !== door) for (const target of imports.get(file) ?? []) load(target);
  };
  for (const entry of ['src/app/server.ts', 'src/app/publisher/publisher.ts']) load(entry);

  const code = stripTypeScriptTypes(readFileSync(door, 'utf8'));

  expect([...loaded].filter((file) => ofDesk.test(file))).toEqual([door]);
  expect(loaded.size).toBeGreaterThan(300);
  expect(code).not.toMatch(/\bfrom\b/);
});

test('a server without Redis does not load its client', () => {
  const importers = globSync('src/**/*.ts', { exclude: (file) => file.endsWith('.test.ts') }).filter((file) =>
    /\bfrom '(?:redis|[^']*limits-store-redis\.ts)'/.test(readFileSync(file, 'utf8')),
  );

  expect(importers).toEqual(['src/lib/http/limits-store-redis.ts']);
});

test('each module has a unique file name', () => {
  // Text files share the name of the module that they are for, and content templates that of the collection.
  const hasOwnName = (file: string) =>
    file.endsWith('.ts') &&
    !/\.test\.ts$|^src\/(pages|lib\/i18n)\/|content-templates|^(test|bench)\//.test(file);
  const byName = Object.groupBy(files.filter(hasOwnName), (file) => basename(file));

  const repeated = Object.values(byName).filter((same) => same && same.length > 1);

  expect(repeated).toEqual([]);
});

function listImports(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([.#][^']+)'/g)].map(([, specifier = '']) =>
    resolve(file, specifier),
  );
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#test/')) return specifier.slice(1);
  if (specifier.startsWith('#')) return join('src', specifier.slice(1));
  return join(dirname(file), specifier);
}

/** Depth-first search: an import of a module that is still being visited closes a cycle. */
function findCycles(): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return cycles;
}
