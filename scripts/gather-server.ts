import { cpSync, existsSync, globSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openLinkPictures, toPicturedPage } from '#app/publisher/create-link-pictures.ts';
import { contentPicturesCache } from '#lib/content/documents/content-pictures.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { institute } from '#lib/content/current-institute.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { removeOtherPlatforms } from '#command/other-platforms.ts';
import { followModules, followPackages } from './follow-modules.ts';

/** Modules that start a process, and the code of the build. */
const entries = [
  'src/app/server.ts',
  ...['publish-content', 'operate', 'require-institute'].map((name) => `src/command/${name}.ts`),
];
const builtCode = ['dist/server/**/*.mjs', 'dist/renderer/**/*.mjs'];

/**
 * Copies only what `serve`, `publish:content` and the commands for data, such as `backup`, need into a folder: the build,
 * the modules of the server, the publisher and these commands, and the packages that they import, with their
 * dependencies. The target machine needs Node 24, unless `withNode` copies it too.
 * @throws Error when there is no build
 */
function gatherServer(target: string, { withNode }: { withNode: boolean }): void {
  if (!existsSync('dist/manifest.json'))
    throw new Error('there is no build in dist: run npm run build first');
  const modules = followModules([...entries, ...globSync(builtCode)]);
  const packages = followPackages(modules.packages);
  rmSync(target, { recursive: true, force: true });
  // `dist` is a link to the newest build.
  const copy = (path: string) => cpSync(realpathSync(path), join(target, path), { recursive: true });
  const programs = ['lectern', 'run-node', 'wait-for-site'].map((name) => `scripts/${name}.mjs`);
  const others = ['dist', 'package.json', 'LICENSE', ...programs];
  for (const file of others) copy(file);
  for (const file of ['src/institute.yaml', 'public']) if (existsSync(file)) copy(file);
  // The requests and the lock in this folder belong to the publisher of the original build.
  rmSync(join(target, 'dist/publisher'), { recursive: true, force: true });
  for (const file of modules.files) if (!file.startsWith('dist/')) copy(file);
  for (const file of listPictures()) copy(file);
  for (const folder of packages) copy(folder);
  for (const { linkPictures, files } of Object.values(institute().fonts)) {
    for (const file of [linkPictures, ...files.map((each) => each.file)]) copy(join('node_modules', file));
  }
  removeOtherPlatforms(join(target, 'node_modules/onnxruntime-node'));
  if (withNode) {
    for (const folder of globSync('node_modules/node-{linux,win}-*')) copy(folder);
    // The systemd unit uses this path, which is the same for every architecture.
    for (const node of globSync('node_modules/node-linux-*/bin/node'))
      symlinkSync(node, join(target, 'node'));
  }
  console.log(`lectern: ${target} has the build and ${packages.size} packages; start it with npm run serve`);
}

/** Lists the cached pictures of the build. Without them, the first publication would generate all of them again. */
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

const [, , target, ...flags] = process.argv;
await exitOnError(async () => {
  if (!target || target.startsWith('-'))
    throw new Error('name the target folder: npm run gather -- /srv/lectern');
  gatherServer(target, { withNode: flags.includes('--with-node') });
});
