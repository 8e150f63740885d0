import { cpSync, existsSync, globSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { exitOnFault } from './exit-on-error.ts';

/** Where a module asks for another, in source and in what a bundler writes. */
const imported = /\b(?:from|import(?:\s*\()?)\s*(["'])([^"'\n]+)\1/g;
/** Where the names in `imports` of package.json lead: `#lib/*` to `./src/lib/*`. */
const { imports: aliases } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>;
};

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/**
 * Copies what `serve` needs, and nothing else, into a folder that can be put on a machine with Node 24: the build,
 * the server's own modules and the packages that these reach, directly or through one another. With `withNode` the
 * machine needs no Node of its own.
 * @throws Error when there is no build
 */
function gatherServer(target: string, { withNode }: { withNode: boolean }): void {
  if (!existsSync('dist/manifest.json'))
    throw new Error('there is no build in dist: run npm run build first');
  const modules = followModules(['src/app/server.ts', ...globSync('dist/server/**/*.mjs')]);
  const packages = followPackages(modules.packages);
  rmSync(target, { recursive: true, force: true });
  // The build's name is a link to the newest one.
  const copy = (path: string) => cpSync(realpathSync(path), join(target, path), { recursive: true });
  const others = ['dist', 'package.json', 'scripts/lectern.mjs', 'scripts/wait-for-site.mjs', 'LICENSE'];
  for (const file of others) copy(file);
  for (const file of modules.files) if (file.startsWith('src/')) copy(file);
  for (const folder of packages) copy(folder);
  if (withNode) {
    for (const folder of globSync('node_modules/node-{linux,win}-*')) copy(folder);
    // One name on every processor, for the unit that starts it.
    for (const node of globSync('node_modules/node-linux-*/bin/node'))
      symlinkSync(node, join(target, 'node'));
  }
  console.log(`lectern: ${target} has the build and ${packages.size} packages; start it with npm run serve`);
}

/** Every module of ours that can be reached, and the names of the packages that they ask for. */
function followModules(entries: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(file, 'utf8');
    const code = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
    for (const [, , name = ''] of code.matchAll(imported)) {
      const module = ownModule(name, file);
      if (module !== undefined) waiting.push(module);
      else if (!/^(node:|\.|#)/.test(name)) packages.add(packageName(name));
    }
  }
  return { files, packages };
}

function ownModule(name: string, importer: string): string | undefined {
  const path = name.startsWith('#') ? resolveAlias(name) : join(dirname(importer), name);
  return /^(\.\.?\/|#)/.test(name) && existsSync(path) ? path : undefined;
}

/** Resolves `#lib/x.ts` with the `imports` of package.json. */
function resolveAlias(name: string): string {
  const exact = aliases[name];
  if (exact !== undefined) return join(exact);
  const [pattern = '', target = ''] =
    Object.entries(aliases).find(([key]) => key.endsWith('*') && name.startsWith(key.slice(0, -1))) ?? [];
  return join(target.replace('*', name.slice(pattern.length - 1)));
}

function packageName(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

/** Folders of packages with all that they depend on, as Node finds them: beside, or in a folder further up. */
function followPackages(names: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  // What a bundle only quotes is no package, and is found nowhere.
  const waiting = [...names].flatMap((name) => findPackage(name, '.') ?? []);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (folders.has(folder)) continue;
    folders.add(folder);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    for (const name of wantedBy(manifest)) {
      const found = findPackage(name, folder);
      if (found !== undefined) waiting.push(found);
    }
  }
  return folders;
}

function wantedBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Manifest) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

function findPackage(name: string, from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return relative('.', found);
    if (folder === resolve('.')) return undefined;
  }
}

const [, , target, ...flags] = process.argv;
await exitOnFault(async () => {
  if (!target || target.startsWith('-')) throw new Error('say where to: npm run gather -- /srv/lectern');
  gatherServer(target, { withNode: flags.includes('--with-node') });
});
