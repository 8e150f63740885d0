// Entry point of every npm command: installs missing packages, and runs the command's script with a Node that is new
// enough. It is plain JavaScript, because it must run on any Node from version 18.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, runNode } from './run-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.lectern-installed');

/**
 * The script of each command, and the packages that it needs. Commands with `none`, which run in production, install
 * nothing. `isArgument`: the script gets the name of the command first.
 */
const commands = {
  start: { script: 'scripts/start.ts', packages: 'production' },
  watch: { script: 'scripts/watch.ts', packages: 'production' },
  dev: { script: 'scripts/dev.ts', packages: 'production' },
  build: { script: 'scripts/build.ts', packages: 'production' },
  serve: { script: 'src/app/server.ts', packages: 'none' },
  test: { script: 'scripts/test.ts', packages: 'all' },
  'test:full': { script: 'scripts/test-full.ts', packages: 'all' },
  'test:changed': { script: 'scripts/test-changed.ts', packages: 'all' },
  soak: { script: 'scripts/soak.ts', packages: 'all' },
  prove: { script: 'scripts/prove.ts', packages: 'all' },
  bench: { script: 'scripts/bench.ts', packages: 'all' },
  screenshots: { script: 'scripts/take-screenshots.ts', packages: 'all' },
  demo: { script: 'scripts/demo.ts', packages: 'all' },
  'check:content': { script: 'src/command/check-content.ts', packages: 'production' },
  new: { script: 'src/command/new-content.ts', packages: 'production' },
  'new-institute': { script: 'src/command/new-institute.ts', packages: 'production' },
  'publish:content': { script: 'src/command/publish-content.ts', packages: 'none' },
  import: { script: 'scripts/import.ts', packages: 'production' },
  export: { script: 'scripts/export.ts', packages: 'production' },
  release: { script: 'scripts/release.ts', packages: 'production' },
  backup: { script: 'src/command/operate.ts', packages: 'none', isArgument: true },
  restore: { script: 'src/command/operate.ts', packages: 'none', isArgument: true },
  'move-store': { script: 'src/command/operate.ts', packages: 'none', isArgument: true },
  'send-test-mail': { script: 'src/command/operate.ts', packages: 'none', isArgument: true },
};

const [name = '', ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) stop(`unknown command "${name}": choose from ${Object.keys(commands).join(', ')}`);
// `build DIR` builds the institute of a folder, with its own components and pages.
if (name === 'build' && rest[0]) process.env.INSTITUTE_DIR = resolve(rest[0]);
if (command.packages !== 'none') install(command.packages);
run(command.script, command.isArgument ? [name, ...rest] : rest);

/** Installs missing packages. Development packages that are already installed remain. */
function install(wanted) {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  const packages = existsSync(join(root, 'node_modules', 'vitest')) ? 'all' : wanted;
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === `${lockfile} all` || installed === `${lockfile} ${packages}`) return;

  const which = packages === 'all' ? 'all packages' : 'the packages for building and serving';
  console.log(`lectern: installing ${which} (repeated when package-lock.json changes) ...`);
  const npm = process.env.npm_execpath;
  const omitted = packages === 'all' ? [] : ['--omit=dev'];
  const args = ['ci', ...omitted, '--no-audit', '--no-fund', '--loglevel=error'];
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) stop('npm ci failed: see above');
  removeOtherPlatforms();
  writeFileSync(stamp, `${lockfile} ${packages}`);
}

/** Removes libraries for other platforms: onnxruntime-node ships 288 MB, of which one platform needs at most 75. */
function removeOtherPlatforms() {
  const folder = join(root, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
  if (!existsSync(folder)) return;
  for (const platform of readdirSync(folder)) {
    for (const architecture of readdirSync(join(folder, platform))) {
      if (platform === process.platform && architecture === process.arch) continue;
      rmSync(join(folder, platform, architecture), { recursive: true });
    }
  }
}

function run(script, args) {
  const { executable } = findNode([join(root, 'node_modules')]);
  // `serve` skips this check, which the build has already made.
  const first = name === 'serve' ? [] : ['--import', './src/command/require-institute.ts'];
  const options = ['--disable-warning=ExperimentalWarning', ...first];
  runNode(executable, [...options, script, ...args], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
      // Astro's commands would send usage data.
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
}

function stop(message) {
  console.error(`lectern: ${message}`);
  process.exit(1);
}
