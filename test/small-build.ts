import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { linkBuild } from '#app/publisher/link-build.ts';
import { makeSmallContent } from './small-content.ts';

type SmallBuild = { distDir: string; contentDir: string };

const folder = '.cache/small-builds';

/** The build in `dist` after a publication of a few entries. Cached by the hash of `dist` and of these entries. */
export async function smallBuild(): Promise<SmallBuild> {
  const name = nameOf();
  const made = { distDir: resolve(folder, name, 'dist'), contentDir: resolve(folder, name, 'content') };
  if (!existsSync(made.distDir)) await make(name, made);
  return made;
}

function nameOf(): string {
  const hash = createHash('sha256');
  for (const file of ['dist/manifest.json', 'test/small-content.ts']) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** If workers make the same build at the same time, the first one to finish is used. */
async function make(name: string, { contentDir }: SmallBuild): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, 'new-'));
  const distDir = join(own, 'dist');
  const content = resolve(own, 'content');
  renameSync(makeSmallContent(own), content);
  linkBuild('dist', distDir);
  const write = (path: string) =>
    writeFileSync(
      join(distDir, 'manifest.json'),
      JSON.stringify({ ...readManifest(distDir), contentDir: path }),
    );
  write(content);
  const { refused } = await (await openSitePublisher(distDir)).publishFolder();
  if (refused.length > 0) throw new Error(`the small content has problems: ${JSON.stringify(refused)}`);
  write(contentDir);
  for (const other of readdirSync(folder)) {
    if (other !== name && !other.startsWith('new-')) rmSync(join(folder, other), { recursive: true });
  }
  try {
    renameSync(own, join(folder, name));
  } catch {
    rmSync(own, { recursive: true });
  }
}
