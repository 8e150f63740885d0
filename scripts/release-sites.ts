import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readManifest } from '#lib/delivery/read-manifest.ts';

/** A server of the previous release may still be running. */
const keptSites = 2;

/** Returns the folder of the publications of a release. @param codeFolder the build of the release */
export function siteOfRelease(sitesFolder: string, codeFolder: string): string {
  const { builtAt } = readManifest(codeFolder);
  return resolve(sitesFolder, builtAt.replaceAll(/\D/g, ''));
}

/** Removes the publications of older releases. */
export function removeOldSites(sitesFolder: string): void {
  const sites = readdirSync(sitesFolder).map((name) => join(sitesFolder, name));
  const age = (site: string) => statSync(site).mtimeMs;
  const old = sites.sort((a, b) => age(b) - age(a)).slice(keptSites);
  for (const site of old) rmSync(site, { recursive: true });
}
