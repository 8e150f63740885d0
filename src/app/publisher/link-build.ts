import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readManifest } from '#lib/delivery/read-manifest.ts';

/** A publisher writes into them, and removes files. */
const foldersOfPublisher = new Set(['published', 'sources']);
/** The publisher's lock and the requests for it, which sites do not share, and the file that it replaces. */
const ownParts = new Set(['publisher', 'manifest.json', 'manifests']);

/**
 * Makes a folder that serves as a build of its own: with links to the files of a build, copies of what a publisher writes
 * into, and a manifest, which may name another origin.
 */
export function linkBuild(buildDir: string, distDir: string, { siteUrl }: { siteUrl?: string } = {}): void {
  mkdirSync(distDir, { recursive: true });
  for (const name of readdirSync(buildDir)) {
    if (ownParts.has(name)) continue;
    if (foldersOfPublisher.has(name)) cpSync(join(buildDir, name), join(distDir, name), { recursive: true });
    else symlinkSync(resolve(buildDir, name), join(distDir, name));
  }
  const manifest = readManifest(buildDir);
  const own = siteUrl === undefined ? manifest : { ...manifest, siteUrl };
  writeFileSync(join(distDir, 'manifest.json'), JSON.stringify(own));
}
