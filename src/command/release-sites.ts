import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkBuild } from '#app/publisher/link-build.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';

/** A server of the previous release may still be running. */
const keptSites = 2;

/** The names of folders that a start is still making end with it, and with random letters. */
const partEnding = '.part-';

/** Longer than a start makes a folder. Milliseconds. */
const partLife = 60 * 60 * 1000;

/** The publications for writers, which have drafts. */
export const watchedSites = '.cache/watch';

/** Returns the folder of the publications of a release, which the first call for a release creates from its build. */
export function openSiteOfRelease(sitesFolder: string, codeFolder: string): string {
  const site = siteOfRelease(sitesFolder, codeFolder);
  if (isWhole(site)) return site;
  mkdirSync(sitesFolder, { recursive: true });
  // Several servers of one institute may start at once, so each has a part of its own.
  const part = `${site}${partEnding}${randomUUID()}`;
  // A link to the newest build would lead to another one later.
  linkBuild(realpathSync(codeFolder), part);
  try {
    renameSync(part, site);
  } catch {
    // Another server was faster, or an older release left half a folder.
    const isMade = isWhole(site);
    rmSync(isMade ? part : site, { recursive: true });
    if (!isMade) renameSync(part, site);
  }
  removeOldSites(sitesFolder);
  return site;
}

function isWhole(site: string): boolean {
  return existsSync(join(site, 'manifest.json'));
}

/** Returns the folder of the publications of a release. @param codeFolder the build of the release */
export function siteOfRelease(sitesFolder: string, codeFolder: string): string {
  const { builtAt } = readManifest(codeFolder);
  return resolve(sitesFolder, builtAt.replaceAll(/\D/g, ''));
}

/** Removes the publications of older releases, and parts that killed starts left. */
function removeOldSites(sitesFolder: string): void {
  const sites = readdirSync(sitesFolder).map((name) => join(sitesFolder, name));
  const age = (site: string) => statSync(site).mtimeMs;
  const [parts, whole] = [sites.filter(isPart), sites.filter((site) => !isPart(site))];
  const old = whole.sort((a, b) => age(b) - age(a)).slice(keptSites);
  const left = parts.filter((part) => age(part) < Date.now() - partLife);
  for (const site of [...old, ...left]) rmSync(site, { recursive: true });
}

function isPart(site: string): boolean {
  return site.includes(partEnding);
}
