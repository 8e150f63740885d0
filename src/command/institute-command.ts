import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#app/env.ts';
import { copyWritable } from '#lib/base/copy-writable.ts';
import { fontsCache } from '#lib/theme/font-places.ts';
import { removeOtherPlatforms } from './other-platforms.ts';
import { buildRelease } from './build-release.ts';
import { enter, enterNew } from './enter-institute.ts';
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

DIR/.env may have settings, such as SITE_URL and PORT. The documentation is in ${fileURLToPath(new URL('../../docs', import.meta.url))}.`;

/** The code of this release, which is read-only. */
const code = fileURLToPath(new URL('../../dist', import.meta.url));
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
