import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { routesFile } from '#app/publisher/build-folders.ts';
import { builtCodeFile, readOwnCode } from '#app/own-code.ts';
import { linkBuild } from '#app/publisher/link-build.ts';
import { encoderFolder } from '#app/retrieval-services.ts';
import { buildEnvironment } from '#app/env.ts';
import { institute } from '#lib/content/current-institute.ts';
import { writeFirstFiles } from '#lib/content/first-institute/first-files.ts';
import { fontsCache } from '#lib/theme/font-places.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { compactPassages } from '#lib/publishing/search/passage-store.ts';
import { buildIfNeeded } from './build-site.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { followModules, packageName } from './follow-modules.ts';
import { lockPackages } from './lock-packages.ts';
import { isCode, projectFiles } from './own-sources.ts';

const folder = '.cache/release';
const target = join(folder, 'package');
/** Modules that start a process, and modules that the command imports by name. */
const entries = ['src/command/institute-command.ts', 'src/command/require-institute.ts', 'src/app/server.ts'];
const builtCode = ['dist/server/**/*.mjs', 'dist/renderer/**/*.mjs'];

const plainFiles = [
  'src/command/static-host/wrangler.jsonc',
  'LICENSE',
  'deploy/lectern@.service',
  'scripts/wait-for-site.mjs',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/example.env',
  'deploy/nginx.conf',
  'deploy/Caddyfile',
];

/** Messages and comments name these files. */
const documentation = ['docs', 'CHANGELOG.md', 'SECURITY.md'];

type Project = {
  version: string;
  license: string;
  imports: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

/**
 * Creates an archive for `npm install`: the build without an institute, the modules that serve and publish, as
 * JavaScript, and the `lectern` command.
 */
async function makeRelease(destination: string): Promise<void> {
  await buildIfNeeded();
  rmSync(folder, { recursive: true, force: true });
  const modules = followModules([...entries, ...globSync(builtCode)]);
  for (const file of modules.files) if (file.endsWith('.ts')) writeModule(file);
  for (const file of [...plainFiles, ...documentation]) copy(file, file);
  copy('deploy/archive-readme.md', 'README.md');
  writeBuild();
  writeSources();
  const project = JSON.parse(readFileSync('package.json', 'utf8')) as Project;
  const fonts = Object.values(institute().fonts).flatMap(({ files, linkPictures }) =>
    [...files.map(({ file }) => file), linkPictures].map(packageName),
  );
  const version = versionOf(project);
  const { dependencies, optionalDependencies, lock } = lockPackages([...modules.packages, ...fonts], {
    version,
    // Node, for machines with an older one.
    optional: Object.keys(project.optionalDependencies),
  });
  const manifest = {
    name: 'lectern',
    version,
    license: project.license,
    type: 'module',
    // That of npm; the command finds the Node that runs the site.
    engines: { node: '>=20' },
    bin: { lectern: 'scripts/lectern.js' },
    imports: project.imports,
    dependencies,
    optionalDependencies,
  };
  writeFileSync(join(target, 'package.json'), JSON.stringify(manifest, undefined, 2));
  writeFileSync(join(target, 'npm-shrinkwrap.json'), JSON.stringify(lock, undefined, 2));
  copy('scripts/run-node.mjs', 'scripts/run-node.mjs');
  copy('scripts/released-command.mjs', 'scripts/lectern.js');
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(destination)], {
    cwd: target,
    encoding: 'utf8',
  });
  const archive = join(destination, packed.trim());
  console.log(`lectern: made ${archive}: install it with npm install --ignore-scripts ${archive}`);
}

/** The version names the institute's own code, so that npm tells releases with and without it apart. */
function versionOf({ version }: Project): string {
  const { hash } = readOwnCode();
  return hash === null ? version : `${version}-own-${hash.slice(0, 8)}`;
}

/** Writes what `lectern build` needs: the sources without tests and without an institute. */
function writeSources(): void {
  const scripts = followModules([...entries, 'scripts/build.ts', 'scripts/release.ts']).files;
  const modules = [...scripts].filter((file) => file.startsWith('scripts/'));
  const others = [
    ...documentation,
    'deploy/archive-readme.md',
    'scripts/lectern.mjs',
    'scripts/run-node.mjs',
    'scripts/released-command.mjs',
    'package-lock.json',
  ];
  for (const file of [...projectFiles, ...plainFiles, ...modules, ...others])
    copy(file, join('sources', file));
  cpSync('src', join(target, 'sources/src'), { recursive: true, filter: isCode });
}

/** Matches specifiers and URLs of modules. */
const moduleName = /((?:\bfrom|\bimport\(|\bimport|\bnew URL\()\s*(["'])(?:\.{1,2}\/|#)[^"'\n]*)\.ts\2/g;

/** Node does not run TypeScript in `node_modules`. */
function writeModule(file: string): void {
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  write(file.replace(/\.ts$/, '.js'), code.replaceAll(moduleName, '$1.js$2'));
}

/** Writes the build, in which a neutral institute replaces the one of this folder. */
function writeBuild(): void {
  const site = join(folder, 'site');
  const template = join(folder, 'institute');
  for (const [path, text] of Object.entries(writeFirstFiles(neutralAnswers, '2026-01-01')))
    writeFile(join(template, path), text);
  linkBuild('dist', site);
  execFileSync(process.execPath, ['src/app/publisher/take-over-process.ts', site], {
    env: { ...buildEnvironment(), INSTITUTE_DIR: template, CONTENT_DIR: join(template, 'content') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const manifest = readManifest(site);
  const bodies = [
    ...manifest.pages.flatMap(({ html, markdown }) => [html, markdown]),
    ...manifest.files,
  ].flatMap(({ file }) => [file, `${file}.br`, `${file}.gz`]);
  const { searchIndex, passages, entries: facts, contentReport, snapshot } = manifest.serverFiles;
  const used = new Set(manifest.files.map(({ path }) => basename(path)));
  const others = [searchIndex, passages, facts, contentReport, routesFile, encoderFolder, builtCodeFile];
  for (const path of [...bodies, ...others])
    if (path !== null && existsSync(join(site, path))) copy(join(site, path), join('dist', path));
  compactPassages(join(target, 'dist', passages));
  for (const hash of filesOfSnapshot(join(site, 'sources'), snapshot))
    copy(join(site, 'sources', hash), join('dist/sources', hash));
  for (const name of readdirSync(fontsCache))
    if (used.has(name)) copy(join(fontsCache, name), join('dist/fonts', name));
  for (const file of globSync(builtCode)) write(file, withoutBuilder(file));
  // These paths match no institute's folder, so each institute is published before it is served.
  const own = { ...manifest, contentDir: 'template/content', instituteFile: 'template/institute.yaml' };
  write('dist/manifest.json', JSON.stringify(own));
}

const neutralAnswers = {
  name: 'Institute',
  place: 'Street 1, Town, Region, 10000, GB',
  email: 'mail@institute.example',
  telephone: '+44 1632 960 000',
  person: 'A Person',
  subjects: 'Subject',
};

function filesOfSnapshot(sources: string, snapshot: string | null): string[] {
  if (snapshot === null) return [];
  const files = JSON.parse(readFileSync(join(sources, snapshot), 'utf8')) as Record<string, string>;
  return [snapshot, ...Object.values(files)];
}

/** Returns a bundle without paths of this machine. */
function withoutBuilder(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(resolve('.'), '/lectern');
}

function copy(from: string, to: string): void {
  const place = join(target, to);
  mkdirSync(dirname(place), { recursive: true });
  cpSync(from, place, { recursive: true, dereference: true });
}

function write(path: string, text: string): void {
  writeFile(join(target, path), text);
}

function writeFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

await exitOnError(() => makeRelease(process.argv[2] ?? '.'));
