import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildEnvironment, processEnvironment, readConfig } from '#app/env.ts';
import { requireRestored } from '#app/operating/institute-files.ts';
import { readOwnCode, useOwnComponents } from '#app/own-code.ts';
import { copyWritable } from '#lib/content/copy-writable.ts';
import { fontsCache } from '#lib/theme/font-places.ts';
import { formatProblems } from '#lib/content/checking/problem.ts';
import { removeOtherPlatforms } from './other-platforms.ts';
import { exitOnError } from './exit-on-error.ts';
import { publishAtStart } from './publish-at-start.ts';
import { openSiteOfRelease, siteOfRelease, watchedSites } from './release-sites.ts';
import { quoteForShell } from './quote-for-shell.ts';
import { requireExportTarget } from './export-target.ts';
import { describeMisuse, isOperation, operatorUsage } from './operator-usage.ts';

// The `lectern` command of a release. It works on the folder of an institute, and stores publications in that folder.

const usage = `usage: lectern COMMAND DIR

  lectern new DIR           creates the folder of an institute; without a terminal, --help lists its flags
  lectern new DIR KIND "Title"   makes a page in it: course, program, handbook, page, news, event or person
  lectern start DIR         publishes the institute if it changed, and serves it
  lectern start DIR --watch serves it for writers, with drafts: shows each change of its content, and the problems on the pages
  lectern publish DIR       publishes it now, also beside a running server
  lectern check DIR         lists the problems of its facts and texts
  lectern doctor DIR        reports what this release changes for it, and changes nothing; --migrations lists the migrations of its store
  lectern import KIND SOURCE DIR   brings pages of another system; lectern import --help lists the kinds
  lectern export DIR OUT    writes the site for a static host
${operatorUsage}
  lectern build DIR         makes a release that has the components and pages of DIR; installs 700 MB of packages the first time

DIR/.env may have settings, such as SITE_URL and PORT. The documentation is in ${fileURLToPath(new URL('../docs', import.meta.url))}.`;

/** The code of this release, which is read-only. */
const code = fileURLToPath(new URL('../dist', import.meta.url));
/** The folder, relative to the institute’s folder, that contains the publications of each release. */
const sitesFolder = '.lectern';

type Command = {
  parameters: number;
  options?: readonly string[];
  run: (dir: string, out: string) => Promise<unknown>;
};

const commands: Readonly<Record<string, Command>> = {
  start: {
    parameters: 1,
    options: ['--watch'],
    async run(dir) {
      const isWatching = options.has('--watch');
      const site = openSite(dir, isWatching ? watchedSites : sitesFolder);
      process.argv.splice(2, Infinity, site, ...(isWatching ? ['--watch'] : []));
      // Otherwise the address of the last publication would stay.
      process.env['SITE_URL'] ||= readConfig().SITE_URL;
      if (!isWatching) await publishAtStart(site);
      await import('#app/server.ts');
    },
  },
  publish: {
    parameters: 1,
    async run(dir) {
      const outcome = await publish(openSite(dir));
      if (outcome.refusedFiles > 0) process.exitCode = 1;
    },
  },
  check: {
    parameters: 1,
    async run(dir) {
      process.argv[2] = openSite(dir);
      await import('./check-content.ts');
    },
  },
  doctor: {
    parameters: 1,
    options: ['--migrations'],
    async run(dir) {
      enter(dir);
      const { examine } = await import('./doctor.ts');
      const canStart = await examine(
        { sitesFolder, codeFolder: code },
        { showsAll: options.has('--migrations') },
      );
      if (!canStart) process.exitCode = 1;
    },
  },
  build: {
    parameters: 1,
    async run(dir) {
      enter(dir);
      buildRelease();
    },
  },
  export: {
    parameters: 2,
    async run(dir, out) {
      const target = resolve(out);
      requireExportTarget(target);
      const site = openSite(dir);
      await publish(site);
      const { exportSite } = await import('./export-site.ts');
      await exportSite(target, site);
    },
  },
};

/** Makes the folder of an institute the working directory. Its repository may hold its files. @throws Error if it is none, or half restored */
function enter(dir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) throw new Error(`there is no folder ${dir}: make an institute with \`lectern new ${dir}\``);
  if (!found.isDirectory()) throw new Error(`${dir} is a file: name the folder of the institute`);
  // Caches, .env and paths in messages are relative to it.
  process.chdir(dir);
  if (!existsSync('institute.yaml') && !processEnvironment()['CONTENT_REPO'])
    throw new Error(
      `${dir} has no institute.yaml: name the folder of the institute, or make one with \`lectern new ${dir}\``,
    );
  requireRestored(process.cwd());
  process.env['INSTITUTE_DIR'] = '.';
}

/** Like `enter`, for a folder that does not have an institute yet. Removes a new folder if the work fails. */
async function enterNew(dir: string, work: () => Promise<void>): Promise<void> {
  if (statSync(dir, { throwIfNoEntry: false })?.isFile())
    throw new Error(`${dir} is a file: name the backup first, then a new folder`);
  const created = mkdirSync(dir, { recursive: true });
  process.chdir(dir);
  process.env['INSTITUTE_DIR'] = '.';
  try {
    await work();
  } catch (error) {
    if (created) removeEmpty(dir, created);
    throw error;
  }
}

/** Removes folders from `dir` up to `top`. Those that another command has filled stay. */
function removeEmpty(dir: string, top: string): void {
  try {
    for (let folder = dir; ; folder = dirname(folder)) {
      rmdirSync(folder);
      if (folder === top) return;
    }
  } catch {
    return;
  }
}

/**
 * Enters the folder of an institute. @returns the folder of its publications, which the first call for a release
 * creates
 */
function openSite(dir: string, folder = sitesFolder): string {
  enter(dir);
  if (!existsSync(join(siteOfRelease(folder, code), 'manifest.json'))) {
    removeUnusedLibraries();
    // Copy the fonts, since generating them takes seconds.
    copyWritable(join(code, 'fonts'), fontsCache);
  }
  return openSiteOfRelease(folder, code);
}

/**
 * Makes a release with the institute's own code: copies the sources of this release out of the packages, since Node runs
 * no TypeScript there, and installs what builds them.
 */
function buildRelease(): void {
  if (readOwnCode().hash === null)
    throw new Error('there is nothing to build: the folder has neither components nor pages of its own');
  const problems = useOwnComponents();
  if (problems.length > 0) throw new Error(`fix these problems first:\n${formatProblems(problems)}`);
  const sources = resolve('.cache/release-sources');
  // The packages in it stay.
  for (const name of ['src', 'scripts']) rmSync(join(sources, name), { recursive: true, force: true });
  copyWritable(fileURLToPath(new URL('../sources', import.meta.url)), sources);
  const { status } = spawnSync(process.execPath, ['scripts/lectern.mjs', 'release', resolve('.')], {
    cwd: sources,
    stdio: 'inherit',
    env: {
      ...buildEnvironment(),
      CONTENT_DIR: '',
      INSTITUTE_DIR: resolve('.'),
      // npm leaves .npmrc, which says the same, out of archives.
      npm_config_ignore_scripts: 'true',
    },
  });
  if (status !== 0) throw new Error('no release was made: see above');
}

/** Removes the libraries of other platforms. Without write permission, all remain. */
function removeUnusedLibraries(): void {
  try {
    removeOtherPlatforms(dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json')));
  } catch {
    return;
  }
}

async function publish(site: string) {
  await import('./require-institute.ts');
  const { publishContent } = await import('#app/publisher/publish-current-content.ts');
  const { printOutcome } = await import('./publish-content.ts');
  const outcome = await publishContent(site);
  printOutcome(outcome);
  return outcome;
}

function findUnknownOption({ options: known = [] }: Command): string | undefined {
  return [...options].find((option) => !known.includes(option));
}

const [name = '', ...given] = process.argv.slice(2);
const options = new Set(given.filter((argument) => argument.startsWith('--')));
const args = given.filter((argument) => !options.has(argument));
const command = commands[name];
const [dir = '', kind = ''] = given;
const isForContent = given.length === 1 ? existsSync(join(dir, 'institute.yaml')) : /^[^-]/.test(kind);
if (name === 'new' && isForContent && !dir.startsWith('-')) {
  await exitOnError(async () => {
    enter(dir);
    await import('./require-institute.ts');
    const { runNewContent } = await import('./new-content.ts');
    await runNewContent(given.slice(1), quoteForShell(dir));
  });
} else if (name === 'new') {
  process.argv.splice(2, 1);
  await import('./new-institute.ts');
} else if (name === 'import') {
  const { importUsage, readImportArguments, runImport } = await import('./import-command.ts');
  const read = readImportArguments(given);
  if (typeof read === 'string') {
    console.error(read === '' ? importUsage : `lectern: ${read}\n\n${importUsage}`);
    process.exitCode = read === '' ? 0 : 2;
  } else {
    await exitOnError(async () => {
      enter(read.dir);
      await import('./require-institute.ts');
      await runImport(read);
    });
  }
} else if (isOperation(name) && !options.has('--help')) {
  const { operate, readOperation } = await import('./operator-commands.ts');
  const operation = readOperation(process.argv.slice(2));
  if (typeof operation === 'string') {
    console.error(operation);
    process.exitCode = 2;
  } else {
    await exitOnError(async () => {
      if (operation.name === 'restore') return enterNew(operation.dir, () => operate(operation));
      enter(operation.dir);
      return operate(operation);
    });
  }
} else if (!command || args.length !== command.parameters || findUnknownOption(command)) {
  const isHelp = ['--help', 'help', '-h'].includes(name) || options.has('--help');
  if (!isHelp && name !== '')
    console.error(
      `lectern: ${describeMisuse(name, {
        parameters: command?.parameters,
        others: Object.keys(commands),
        option: command && findUnknownOption(command),
        options: command?.options,
      })}\n`,
    );
  console.error(usage);
  process.exitCode = isHelp ? 0 : 2;
} else {
  const [folder = '', out = ''] = args;
  await exitOnError(() => command.run(folder, out));
}
