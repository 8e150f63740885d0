import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { openLinkPictures, toPicturedPage } from '#app/publisher/create-link-pictures.ts';
import { contentPicturesCache } from '#lib/content/documents/content-pictures.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { institute } from '#lib/content/current-institute.ts';
import { exitOnError } from './exit-on-error.ts';

/** Matches imports, workers and resolved files of packages in source files and bundles. */
const imported = /\b(?:from|import(?:\s*\()?|new URL\(|resolve\()\s*(["'])([^"'\n]+)\1/g;
/** Import aliases of package.json, such as `#lib/*` for `./src/lib/*`. */
const { imports: aliases } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>;
};

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** Modules that start a process, and the code of the build. */
const entries = ['src/app/server.ts', 'scripts/publish-content.ts', 'scripts/require-institute.ts'];
const builtCode = ['dist/server/**/*.mjs', 'dist/renderer/**/*.mjs'];

/**
 * Copies only what `serve` and `publish:content` need into a folder: the build, the modules of the server and the
 * publisher, and the packages that they import, with their dependencies. The target machine needs Node 24, unless
 * `withNode` copies it too.
 * @throws Error when there is no build
 */
function gatherServer(target: string, { withNode }: { withNode: boolean }): void {
  if (!existsSync('dist/manifest.json'))
    throw new Error('there is no build in dist: run npm run build first');
  const modules = followModules([...entries, ...globSync(builtCode)]);
  const packages = followPackages(modules.packages);
  rmSync(target, { recursive: true, force: true });
  // dist is a link to the newest build.
  const copy = (path: string) => cpSync(realpathSync(path), join(target, path), { recursive: true });
  const others = ['dist', 'package.json', 'scripts/lectern.mjs', 'scripts/wait-for-site.mjs', 'LICENSE'];
  for (const file of others) copy(file);
  for (const file of ['src/institute.yaml', 'public']) if (existsSync(file)) copy(file);
  // Requests and the lock belong to the publisher of the original.
  rmSync(join(target, 'dist/publisher'), { recursive: true, force: true });
  for (const file of modules.files) if (!file.startsWith('dist/')) copy(file);
  for (const file of listPictures()) copy(file);
  for (const folder of packages) copy(folder);
  for (const { linkPictures, files } of Object.values(institute().fonts)) {
    for (const file of [linkPictures, ...files.map((each) => each.file)]) copy(join('node_modules', file));
  }
  removeOtherPlatforms(target);
  if (withNode) {
    for (const folder of globSync('node_modules/node-{linux,win}-*')) copy(folder);
    // The systemd unit uses this path, which is the same for every architecture.
    for (const node of globSync('node_modules/node-linux-*/bin/node'))
      symlinkSync(node, join(target, 'node'));
  }
  console.log(`lectern: ${target} has the build and ${packages.size} packages; start it with npm run serve`);
}

/** The cached pictures of the build. Without them, the first publication would make all of them again. */
function listPictures(): string[] {
  const linkPictures = openLinkPictures(institute());
  const converted = globSync('dist/client/_astro/*').map((file) =>
    join(contentPicturesCache, basename(file)),
  );
  const drawn = readManifest('dist').pages.flatMap(
    (page) => linkPictures.find(toPicturedPage(page, institute())) ?? [],
  );
  return [...converted, ...drawn].filter((file) => existsSync(file));
}

/** Removes the libraries of onnxruntime-node for other platforms. */
function removeOtherPlatforms(target: string): void {
  for (const folder of globSync(join(target, 'node_modules/onnxruntime-node/bin/napi-v6/*/*'))) {
    if (!folder.endsWith(join(process.platform, process.arch))) rmSync(folder, { recursive: true });
  }
}

/** Returns the modules that are reachable from the entries, and the names of the packages that they import. */
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
  return /^(\.\.?\/|#)/.test(name) && statSync(path, { throwIfNoEntry: false })?.isFile() ? path : undefined;
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

/** Returns the folders of packages and their dependencies, resolved as Node does. */
function followPackages(names: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  // `imported` also matches names in quoted code. They are skipped, since no such package is installed.
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
await exitOnError(async () => {
  if (!target || target.startsWith('-'))
    throw new Error('name the target folder: npm run gather -- /srv/lectern');
  gatherServer(target, { withNode: flags.includes('--with-node') });
});
