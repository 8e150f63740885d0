import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { buildEnvironment, instituteFile, readBuildConfig } from '#app/env.ts';
import { builtCodeFile, readOwnCode, toBuiltCode } from '#app/own-code.ts';
import { prepareEncoder } from './encoder/prepare-encoder.ts';
import { makeBuildFolder, swapIn } from './list-builds.ts';
import { builtVectors, encoderFolder } from '#app/retrieval-services.ts';
import { prepareContent } from '#app/publisher/prepare-content.ts';
import { hasPublishedContent } from '#app/publisher/has-published-content.ts';
import { hasInputs, readInputs } from '#app/publisher/publication-inputs.ts';
import { finishPictures, publishContent } from '#app/publisher/publish-current-content.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { institute } from '#lib/content/current-institute.ts';
import { dayIn } from '#lib/content/terms.ts';
import { printOutcome } from '#command/publish-content.ts';
import { checkBeforeBuild } from './check-before-build.ts';
import { layOver } from './own-sources.ts';
import { messageOf } from '#lib/base/message-of.ts';

/** The code that a build depends on. Content is not listed, because it is published without a build. */
const sources = ['src', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
const tests = /\.test\.ts$/;

/**
 * Builds the site in a new folder, then points `outDir` to it. Running servers continue to use the previous build.
 * @throws Error when the build fails, after printing the cause; `outDir` is unchanged
 */
export async function buildSite(outDir = 'dist'): Promise<void> {
  await prepareContent();
  await checkBeforeBuild();
  const started = performance.now();
  const made = fingerprint();
  const folder = makeBuildFolder(outDir);
  const own = readOwnCode();
  try {
    await runAstro(folder, own.hash === null ? '.' : layOver(own));
    writeFileSync(join(folder, builtCodeFile), JSON.stringify(toBuiltCode(own)));
    addEncoder(outDir, folder);
    writeFileSync(join(folder, '.made-from'), made);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  swapIn(outDir, folder);
  console.log(`lectern: built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Adds the sentence encoder and the vectors of the previous build. Without an encoder, search ranks by words only. */
function addEncoder(outDir: string, folder: string): void {
  try {
    prepareEncoder(join(folder, encoderFolder));
  } catch (error) {
    console.log(`lectern: no sentence encoder: ${messageOf(error)}`);
  }
  const vectors = join(outDir, builtVectors);
  if (existsSync(vectors)) copyFileSync(vectors, join(folder, builtVectors));
}

/**
 * Updates `outDir` from its sources: builds if code changed, publishes if content or settings changed. A setting that is
 * not set has its default, as in a build. Leaves out pictures that take long to make.
 */
export async function updateBuild(outDir = 'dist'): Promise<void> {
  await prepareContent();
  if (await buildIfCodeChanged(outDir)) return;
  if (!(await isContentPublished(outDir))) printOutcome(await publishContent(outDir, { usesDefaults: true }));
}

/** @returns whether it built */
export async function buildIfCodeChanged(outDir = 'dist'): Promise<boolean> {
  if (isBuilt(outDir)) return false;
  console.log('lectern: building the site, because its code has changed ...');
  await buildSite(outDir);
  return true;
}

/** Whether the last publication in `outDir` is up to date with the content, the settings and the day. */
async function isContentPublished(outDir: string): Promise<boolean> {
  const manifest = readManifest(outDir);
  if (!hasInputs(manifest, readInputs(manifest, undefined, { usesDefaults: true }))) return false;
  const { timeZone } = institute();
  if (dayIn(timeZone, new Date(manifest.publishedAt)) !== dayIn(timeZone, new Date())) return false;
  return hasPublishedContent(outDir);
}

/** Updates `outDir` from its sources, including all pictures. */
export async function buildIfNeeded(outDir = 'dist'): Promise<void> {
  await updateBuild(outDir);
  await finishPictures(outDir);
}

/** Whether the code is unchanged since the build in `outDir`. */
export function isBuilt(outDir = 'dist'): boolean {
  const stamp = join(outDir, '.made-from');
  return (
    existsSync(join(outDir, 'manifest.json')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint()
  );
}

function fingerprint(): string {
  const { contentDir } = readBuildConfig();
  const hash = createHash('sha256').update(readOwnCode().hash ?? '');
  const content = [
    contentDir + sep,
    resolve('src/content') + sep,
    resolve(instituteFile()),
    resolve('src/institute.yaml'),
  ];
  for (const place of sources) {
    const isFolder = existsSync(place) && statSync(place).isDirectory();
    const files = isFolder ? globSync('**/*', { cwd: place }).map((file) => join(place, file)) : [place];
    for (const file of files.sort()) {
      const stats = statSync(file, { throwIfNoEntry: false });
      if (content.some((path) => resolve(file).startsWith(path))) continue;
      if (stats?.isFile() && !tests.test(file))
        hash.update(`${resolve(file)} ${stats.size} ${stats.mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** @param project the folder of the sources */
function runAstro(outDir: string, project: string): Promise<void> {
  const { siteUrl, contentDir } = readBuildConfig();
  const environment: NodeJS.ProcessEnv = { ...buildEnvironment(), SITE_URL: siteUrl };
  const { INSTITUTE_DIR: folder } = environment;
  // Relative paths in settings refer to the current folder, not to `project`.
  const moved = { CONTENT_DIR: contentDir, ...(folder && { INSTITUTE_DIR: resolve(folder) }) };
  const args = [resolve('node_modules/astro/bin/astro.mjs'), 'build', '--outDir', resolve(outDir)];
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: project,
      stdio: 'inherit',
      env: project === '.' ? environment : { ...environment, ...moved },
    });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error('the build failed: see above'))));
  });
}
