import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkBuild } from '#app/publisher/link-build.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';

/** A server of the previous release may still be running. */
const keptSites = 2;

/** The publications for writers, which have drafts. */
export const watchedSites = '.cache/watch';

/** Returns the folder of the publications of a release, which the first call for a release creates from its build. */
export function openSiteOfRelease(sitesFolder: string, codeFolder: string): string {
  const site = siteOfRelease(sitesFolder, codeFolder);
  if (existsSync(join(site, 'manifest.json'))) return site;
  mkdirSync(sitesFolder, { recursive: true });
  // A start that was killed, or a full disk, leaves a part of it.
  const part = `${site}.part`;
  for (const folder of [part, site]) rmSync(folder, { recursive: true, force: true });
  // A link to the newest build would lead to another one later.
  linkBuild(realpathSync(codeFolder), part);
  renameSync(part, site);
  removeOldSites(sitesFolder);
  return site;
}

/** Returns the folder of the publications of a release. @param codeFolder the build of the release */
export function siteOfRelease(sitesFolder: string, codeFolder: string): string {
  const { builtAt } = readManifest(codeFolder);
  return resolve(sitesFolder, builtAt.replaceAll(/\D/g, ''));
}

/** Removes the publications of older releases. */
function removeOldSites(sitesFolder: string): void {
  const sites = readdirSync(sitesFolder).map((name) => join(sitesFolder, name));
  const age = (site: string) => statSync(site).mtimeMs;
  const old = sites.sort((a, b) => age(b) - age(a)).slice(keptSites);
  for (const site of old) rmSync(site, { recursive: true });
}
