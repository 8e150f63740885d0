import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeFirstFiles } from '#lib/content/first-institute/first-files.ts';
import { makeFolder } from './temporary-folder.ts';

const answers = {
  name: 'Harbourside School of Boatbuilding',
  place: 'Lower Quay 4, Falmouth, Cornwall, TR11 3XX, GB',
  email: 'hello@boats.example',
  telephone: '+44 1632 960 000',
  person: 'Ada Wren',
  subjects: 'Boatbuilding',
};

/** Makes the folder of a new institute, with more files. */
export function makeInstituteFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = makeFolder();
  for (const [path, text] of Object.entries({ ...writeFirstFiles(answers, '2026-01-01'), ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Runs Node in the folder of an institute, without the settings of the test run. Processes share compiled code. */
export function runIn(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const { PATH, NODE_COMPILE_CACHE = resolve('.cache/compiled') } = process.env;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...args],
    { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, ...environment }, encoding: 'utf8' },
  );
  return { output: stdout + stderr, status };
}

/** Runs a command of a release with the code of this checkout. */
export function runLectern(...args: string[]) {
  return runIn('.', [resolve('src/command/institute-command.ts'), ...args]);
}
