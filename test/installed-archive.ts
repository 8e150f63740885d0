import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { freePort } from '#test/ports.ts';

type Package = { dependencies: Record<string, string>; bin: { lectern: string } };

/** A folder outside the checkout, in which the archive is installed and institutes have their folders. */
export type InstalledArchive = ReturnType<typeof installArchive>;

/** A running `lectern start`. */
export type StartedInstitute = {
  child: ChildProcess;
  /** Where it listens. */
  origin: string;
  /** The origin in its pages. */
  siteUrl: string;
  textOf: (path: string) => Promise<string>;
  output: () => string;
};

/** How an institute is started. */
export type HowToStart = {
  onStart: (child: ChildProcess) => void;
  /** The Node that runs it. */
  node?: string;
  /** A program with its arguments, which runs Node. */
  before?: readonly string[];
  /** Replaces the environment of the command. */
  environment?: NodeJS.ProcessEnv;
};

/** Makes the archive of this checkout and installs it. @param name the start of the name of its folder */
export function installArchive(name = 'lectern-archive-') {
  const folder = mkdtempSync(join(tmpdir(), name));
  const installed = join(folder, 'node_modules/lectern');
  execFileSync(process.execPath, ['scripts/lectern.mjs', 'release', folder], { stdio: 'pipe' });
  const readPackage = () => JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Package;
  const commandOf = (args: readonly string[]) => [
    '--disable-warning=ExperimentalWarning',
    join(installed, readPackage().bin.lectern),
    ...args,
  ];

  /** Unpacks an archive, and links the packages that it depends on: installing them would take half a minute. */
  function install(archive: string): void {
    rmSync(installed, { recursive: true, force: true });
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
    for (const name of Object.keys(readPackage().dependencies)) {
      const link = join(folder, 'node_modules', name);
      rmSync(link, { force: true });
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(resolve('node_modules', name), link);
    }
  }

  function lectern(...args: string[]) {
    return spawnSync(process.execPath, commandOf(args), {
      cwd: folder,
      env: environment(),
      encoding: 'utf8',
    });
  }

  /** Starts a command. The caller ends its process. @param settings in its environment */
  function run(args: readonly string[], settings: Record<string, string>): ChildProcess {
    const env = { ...environment(), ...settings };
    return spawn(process.execPath, commandOf(args), { cwd: folder, env, stdio: 'ignore' });
  }

  const [archive = ''] = globSync('lectern-*.tgz', { cwd: folder });
  install(join(folder, archive));
  return {
    folder,
    installed,
    install,
    lectern,
    run,

    /** Makes the folder of an institute. @returns the output of the command */
    makeInstitute(dir: string, name: string, subject: string) {
      const answers = {
        name,
        place: 'Lower Quay 4, Cuxhaven, Lower Saxony, 27472, DE',
        email: 'hello@school.example',
        telephone: '+49 4721 555 010',
        person: 'Ada Wren',
        subjects: subject,
        locale: 'en-DE',
        colour: '#0b2545, #e07a1f',
      };
      const flags = Object.entries(answers).flatMap(([flag, answer]) => [`--${flag}`, answer]);
      return lectern('new', dir, ...flags);
    },

    /** Starts an institute whose settings are in its `.env`. The caller ends the process. @param dir may have options after it */
    async start(
      [dir, ...options]: readonly [string, ...string[]],
      settings: Record<string, string | number>,
      how: HowToStart,
    ): Promise<StartedInstitute> {
      const port = await freePort();
      const lines = Object.entries({ PORT: port, HOST: '127.0.0.1', ...settings });
      writeFileSync(join(folder, dir, '.env'), lines.map((line) => line.join('=')).join('\n'));
      const [program = '', ...args] = [
        ...(how.before ?? []),
        how.node ?? process.execPath,
        ...commandOf(['start', dir, ...options]),
      ];
      const child = spawn(program, args, {
        cwd: folder,
        env: how.environment ?? environment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      how.onStart(child);
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = once(child, 'close').then(() => 'ended');
      const readOrigin = () => /^listening on (\S+)\n/m.exec(output)?.[1];
      while (readOrigin() === undefined)
        if ((await Promise.race([once(child.stdout, 'data'), ended])) === 'ended')
          throw new Error(`lectern start ended: ${output}`);
      const origin = readOrigin() ?? '';
      return {
        child,
        origin,
        siteUrl: `http://localhost:${port}`,
        textOf: async (path) => (await fetch(origin + path)).text(),
        output: () => output,
      };
    },

    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The environment of a command, without the settings of the test run: they would change what it does. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'] };
}
