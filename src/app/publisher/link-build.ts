import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { copyWritable } from '#lib/base/copy-writable.ts';

/** Folders in which a publisher writes and removes files. */
const foldersOfPublisher = new Set(['published', 'sources']);
/** The publisher's lock and requests, and the manifests: each site has its own. */
const ownParts = new Set(['publisher', 'manifest.json', 'manifests']);

/**
 * Creates a folder that works as a separate build. It has links to the files of a build, copies of the folders that a
 * publisher writes into, and a manifest, which may name another origin.
 */
export function linkBuild(buildDir: string, distDir: string, { siteUrl }: { siteUrl?: string } = {}): void {
  mkdirSync(distDir, { recursive: true });
  for (const name of readdirSync(buildDir)) {
    if (ownParts.has(name)) continue;
    if (foldersOfPublisher.has(name)) copyWritable(join(buildDir, name), join(distDir, name));
    else symlinkSync(resolve(buildDir, name), join(distDir, name));
  }
  const manifest = readManifest(buildDir);
  const own = siteUrl === undefined ? manifest : { ...manifest, siteUrl };
  writeFileSync(join(distDir, 'manifest.json'), JSON.stringify(own));
}
