import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';

const packagedNode = `node-${process.platform}-${process.arch}/bin/node`;
const asNode = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
const asNode20 = asNode('20.20.2');

/** Creates an installed release whose command prints its flags, and runs until SIGTERM if it is `start`. */
function makeRelease() {
  const root = makeFolder();
  const scripts = join(root, 'node_modules/lectern/scripts');
  const commands = join(root, 'node_modules/lectern/src/command');
  for (const folder of [scripts, commands]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'node_modules/lectern/package.json'), '{"type":"module"}');
  copyFileSync('scripts/run-node.mjs', join(scripts, 'run-node.mjs'));
  copyFileSync('scripts/released-command.mjs', join(scripts, 'lectern.js'));
  writeFileSync(
    join(commands, 'institute-command.js'),
    `console.log(process.argv[2], ...process.execArgv);
    if (process.argv[2] === 'start') {
      const running = setInterval(() => {}, 60_000);
      process.on('SIGTERM', () => { console.log('ended'); clearInterval(running); });
    }`,
  );
  return { root, command: join(scripts, 'lectern.js') };
}

/** Installs the current Node where the package of Node puts its own. */
function installNode(folder: string): void {
  const file = join(folder, packagedNode);
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(process.execPath, file);
}

test('the server ends when npx ends, which stops only the shell in between', async () => {
  const { command } = makeRelease();
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${command}" start; true`], {
    env: { ...process.env, npm_lifecycle_event: 'npx' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(shell.stdout, 'data');

  shell.kill('SIGTERM');
  await once(shell.stdout, 'end');

  expect(output).toBe('start --disable-warning=ExperimentalWarning\nended\n');
});

test.runIf(process.platform === 'linux').each(['node_modules', 'node_modules/lectern/node_modules'])(
  'on an older Node, a release runs with the one that npm installed in %s',
  (folder) => {
    const { root, command } = makeRelease();
    installNode(join(root, folder));

    const { stdout, status } = spawnSync(process.execPath, ['--import', asNode20, command, 'check'], {
      encoding: 'utf8',
    });

    expect([status, stdout]).toEqual([0, 'check --disable-warning=ExperimentalWarning\n']);
  },
);

test.each(['20.20.2', '22.17.1', '23.11.1'])(
  'on Node %s without a packaged one, a release says in one sentence what to install',
  (version) => {
    const { command } = makeRelease();

    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--import', asNode(version), command, '--help'],
      { encoding: 'utf8' },
    );

    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      `lectern: this is Node ${version}, but Lectern needs 22.18 or newer, not 23, preferably 24: install it from nodejs.org\n`,
    ]);
  },
);
