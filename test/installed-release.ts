import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort, untilListening } from './ports.ts';

type Package = { dependencies: Record<string, string>; bin: { lectern: string } };

/** An archive as it is after `npm install`, in a folder without the checkout. */
export type InstalledRelease = {
  /** The folder of the package. */
  place: string;
  /** Runs a command of the release in the folder above the institutes. */
  lectern: (...args: string[]) => { status: number | null; stdout: string; stderr: string };
  /** Starts an institute. Its settings are written to its `.env`. */
  start: (dir: string, settings?: Record<string, string | number>) => Promise<StartedInstitute>;
};

export type StartedInstitute = {
  child: ChildProcess;
  origin: string;
  siteUrl: string;
  textOf: (path: string) => Promise<string>;
};

/**
 * Unpacks the archive in `archives` to `place`, and links the packages that it depends on: installing them would take
 * half a minute.
 * @param packages the folder of the installed packages
 */
export function installRelease(input: {
  archives: string;
  place: string;
  packages: string;
  /** The folder that has the institutes. */
  institutes: string;
}): InstalledRelease {
  const { archives, place, packages, institutes } = input;
  mkdirSync(place, { recursive: true });
  const [archive = ''] = globSync('lectern-*.tgz', { cwd: archives });
  execFileSync('tar', ['-xzf', join(archives, archive), '-C', place, '--strip-components=1']);
  const { dependencies, bin } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Package;
  for (const name of Object.keys(dependencies)) {
    const link = join(dirname(place), name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve(packages, name), link);
  }
  const options = (args: readonly string[]) => [
    '--disable-warning=ExperimentalWarning',
    join(place, bin.lectern),
    ...args,
  ];

  return {
    place,
    lectern: (...args) =>
      spawnSync(process.execPath, options(args), { cwd: institutes, env: environment(), encoding: 'utf8' }),
    start: async (dir, settings = {}) => {
      const port = await freePort();
      const lines = Object.entries({ PORT: port, HOST: '127.0.0.1', ...settings });
      writeFileSync(join(institutes, dir, '.env'), lines.map((line) => line.join('=')).join('\n'));
      const child = spawn(process.execPath, options(['start', dir]), {
        cwd: institutes,
        env: environment(),
        stdio: 'ignore',
      });
      onTestFinished(() => void child.kill('SIGTERM'));
      await untilListening(port, child);
      const origin = `http://127.0.0.1:${port}`;
      return {
        child,
        origin,
        siteUrl: `http://localhost:${port}`,
        textOf: async (path) => (await fetch(origin + path)).text(),
      };
    },
  };
}

/** The environment of a server, without the settings of the test run: they would change what it does. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'] };
}
