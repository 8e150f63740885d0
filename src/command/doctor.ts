import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkSiteContent } from '#app/content-view/check-site-content.ts';
import { ConfigError } from '#app/config.ts';
import { describeSwitchedOff } from '#app/describe-start.ts';
import {
  findUnknownSettings,
  givenContentDir,
  instituteFolder,
  processEnvironment,
  readBuildConfig,
  readConfig,
} from '#app/env.ts';
import { describeNewAddress } from '#app/new-address.ts';
import { describeOwnCode, explainMissingCode, readBuiltCode, readOwnCode } from '#app/own-code.ts';
import { readInstituteFile } from '#lib/content/checking/institute-file.ts';
import { formatProblems, summarize } from '#lib/content/checking/problem.ts';
import { isVanished } from '#lib/content/checking/vanished-addresses.ts';
import { readPreviousAddresses } from '#lib/content/previous-addresses.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { messageOf } from '#lib/base/message-of.ts';
import { listMigrations, type ListedMigration } from '#lib/store/list-migrations.ts';
import { willRecover } from '#lib/store/open.ts';
import { isBreaking } from '#lib/store/migrations.ts';
import { explainError } from '#app/explain-error.ts';
import { siteOfRelease } from './release-sites.ts';

/** A part of the report. */
type Part = {
  text: string;
  /** Whether the site cannot start until the problem is fixed. */
  isFatal: boolean;
};

/**
 * Reports what this release would change for the institute in the working directory, and what prevents it from
 * starting. Reads the settings, the facts, the texts, the last publication and the store, and changes nothing.
 * @param folders `sitesFolder` contains the publications of each release, `codeFolder` is the build of this one
 * @returns whether the site can start
 */
export async function examine(
  { sitesFolder, codeFolder }: { sitesFolder: string; codeFolder: string },
  { showsAll = false } = {},
): Promise<boolean> {
  const settings = examineSettings();
  const { facts, areReadable } = examineFacts(siteOfRelease(sitesFolder, codeFolder));
  const parts = [
    settings,
    ...(isBeforeExport() ? [inRepository] : [facts]),
    ...(settings.isFatal || !areReadable || isBeforeExport()
      ? []
      : [await examineContent(sitesFolder), ...examineAddress(sitesFolder)]),
    ...examineCode(codeFolder),
    ...examineFolders([
      sitesFolder,
      ...(settings.isFatal || readConfig().DATABASE_URL ? [] : [readConfig().DATA_DIR]),
    ]),
    ...(settings.isFatal ? [] : [await examineStore(showsAll)]),
  ];
  for (const { text } of parts) console.log(`${text}\n`);
  const canStart = parts.every(({ isFatal }) => !isFatal);
  console.log(canStart ? 'This release can start.' : 'This release cannot start: see above.');
  return canStart;
}

const inRepository: Part = {
  text: 'Facts and texts: in the repository of CONTENT_REPO. The next start exports and checks them.',
  isFatal: false,
};

/** Whether no start has exported the content of the repository yet. */
function isBeforeExport(): boolean {
  const environment = processEnvironment();
  const folder = environment['CONTENT_REPO']?.trim() && givenContentDir(environment);
  return Boolean(folder) && !existsSync(resolve(folder ?? ''));
}

function examineSettings(): Part {
  try {
    const off = describeSwitchedOff(readConfig()).map((feature) => `switched off: ${feature}`);
    const notes = [...findUnknownSettings(), ...off].map((note) => `  ${note}`);
    return { text: ['Settings: valid.', ...notes].join('\n'), isFatal: false };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { text: error.message, isFatal: true };
  }
}

/** @param site the publications of this release, which serves the last one if the facts cannot be read */
function examineFacts(site: string): { facts: Part; areReadable: boolean } {
  const { file, findings } = readInstituteFile(instituteFolder());
  const fatal = findings.filter(({ severity }) => severity === 'fatal');
  if (fatal.length === 0)
    return { facts: { text: 'Facts of the institute: fine.', isFatal: false }, areReadable: true };
  const isPublished =
    existsSync(join(site, 'manifest.json')) && resolve(readManifest(site).instituteFile) === resolve(file);
  const lines = [
    formatProblems(fatal.map((finding) => ({ file, ...finding }))),
    ...(isPublished ? ['  Until this is fixed, the site keeps the facts that were published last.'] : []),
  ];
  return { facts: { text: lines.join('\n'), isFatal: !isPublished }, areReadable: false };
}

async function examineContent(sitesFolder: string): Promise<Part> {
  const { contentDir } = readBuildConfig();
  const previous = await Promise.all(
    listSites(sitesFolder).map((site) => readPreviousAddresses(site, contentDir)),
  );
  const previousAddresses = previous.find((addresses) => addresses.length > 0) ?? [];
  const { problems, entries, settings } = await checkSiteContent(contentDir, { previousAddresses });
  const gone = problems.filter(isVanished);
  const lines = [
    `Texts: ${summarize(problems, entries.length + settings.length)}`,
    previousAddresses.length === 0
      ? 'Addresses: nothing was published before.'
      : `Addresses: ${previousAddresses.length - gone.length} of ${previousAddresses.length} published ones stay.`,
    ...gone.map(({ message, fix }) => `  ${message}: ${fix}`),
  ];
  return { text: lines.join('\n'), isFatal: false };
}

/** What has to change elsewhere if the next start gives the site another address. */
function examineAddress(sitesFolder: string): Part[] {
  const last = listSites(sitesFolder).find((site) => existsSync(join(site, 'manifest.json')));
  if (last === undefined) return [];
  const { siteUrl: before } = readManifest(last);
  const { siteUrl: now } = readBuildConfig();
  const steps = describeNewAddress({ before, now, config: readConfig() });
  if (steps.length === 0) return [];
  const lines = [`Address: ${now}, and ${before} until now. Change these, too:`, ...steps];
  return [{ text: lines.join('\n  '), isFatal: false }];
}

/** What the components and pages of the institute's own add and replace. Nothing without any. */
function examineCode(codeFolder: string): Part[] {
  const own = readOwnCode();
  if (own.hash === null) return [];
  const built = readBuiltCode(codeFolder);
  const lines = [
    'Code of the institute’s own:',
    ...describeOwnCode(own, built ?? { productPages: [] }).map((line) => `  ${line}`),
    `  ${explainMissingCode(own, built) ?? 'this build has all of it'}`,
  ];
  return [{ text: lines.join('\n'), isFatal: false }];
}

/** Lists the publications of the releases, newest first. */
function listSites(sitesFolder: string): string[] {
  try {
    return readdirSync(sitesFolder)
      .sort()
      .reverse()
      .map((name) => resolve(sitesFolder, name));
  } catch {
    return [];
  }
}

/** Reports folders that a start could not write. Nothing if it can write all of them. */
function examineFolders(folders: readonly string[]): Part[] {
  return folders.flatMap((folder) => {
    try {
      // A folder that does not exist yet is made in the closest one that does.
      let existing = resolve(folder);
      while (!existsSync(existing)) existing = dirname(existing);
      accessSync(existing, constants.W_OK);
      return [];
    } catch (error) {
      return [{ text: `Folders: ${explainError(error)}`, isFatal: true }];
    }
  });
}

async function examineStore(showsAll: boolean): Promise<Part> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DESK } = readConfig();
  const place = databaseUrl ? 'PostgreSQL' : join(dataDir, 'site.sqlite');
  try {
    const listed = await listMigrations({ dataDir, databaseUrl, hasDesk: DESK === 'on' });
    return {
      text: [describeStore(place, listed), ...(showsAll ? listAll(listed) : [])].join('\n'),
      isFatal: listed.some(isTooNew),
    };
  } catch (error) {
    const isFatal = !willRecover(error, databaseUrl);
    const effect = isFatal
      ? ''
      : '. The site starts and serves its pages; forms and staff pages wait for it.';
    return { text: `Store: ${place} cannot be read: ${messageOf(error)}${effect}`, isFatal };
  }
}

function describeStore(place: string, listed: readonly ListedMigration[]): string {
  const waiting = listed.filter(({ appliedAt }) => appliedAt === undefined);
  const tooNew = listed.filter(isTooNew);
  if (tooNew.length > 0)
    return `Store: ${place} belongs to a newer release, which ran ${namesOf(tooNew)}: install that release, or restore a backup.`;
  if (waiting.length === listed.length) return `Store: ${place} will be created at the first start.`;
  if (waiting.length === 0) return `Store: ${place} is up to date.`;
  return `Store: the next start changes ${place} in one transaction: ${namesOf(waiting)}. Back it up first.`;
}

function isTooNew({ isKnown, name }: ListedMigration): boolean {
  return !isKnown && isBreaking(name);
}

function namesOf(listed: readonly ListedMigration[]): string {
  return listed.map(({ name }) => name).join(', ');
}

function listAll(listed: readonly ListedMigration[]): string[] {
  return listed.map(({ name, appliedAt }) =>
    appliedAt === undefined
      ? `  ${name}: runs at the next start`
      : `  ${name}: ${new Date(appliedAt).toISOString()}`,
  );
}
