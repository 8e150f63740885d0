import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#test/ports.ts';

export type PostgresServer = {
  /** Creates a database and returns its URL. */
  createDatabase: () => Promise<string>;
  /** URL of the default database. */
  url: string;
  /** Stops the server immediately. `resume` starts it on the same port. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  /** Stops responding without closing connections, like a hanging machine. */
  hang: () => void;
  /** Continues after `hang`. */
  wake: () => void;
  stop: () => Promise<void>;
};

/**
 * Starts PostgreSQL in a temporary folder, on loopback or the given address, for tests that pause it. Other tests share one server per run:
 * `shared-postgres.ts`. Needs Debian's package `postgresql`.
 */
export async function startPostgres({
  maxConnections = 60,
  host = '127.0.0.1',
} = {}): Promise<PostgresServer> {
  const programs = findPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  const user = await userFor(folder);
  const port = await freePort();
  const data = join(folder, 'data');
  copyCluster(programs, data, user);
  const access = join(folder, 'access.conf');
  await writeFile(access, 'host all all all trust\n');
  const settings = {
    port,
    listen_addresses: host,
    hba_file: access,
    unix_socket_directories: folder,
    max_connections: maxConnections,
    // What a killed server wrote is in the page cache. Only a power failure would lose it.
    fsync: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgres://postgres@${host}:${port}/postgres`;
  let server: ChildProcess | undefined;
  let databases = 0;

  async function resume(): Promise<void> {
    server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    process.once('exit', killServer);
    await waitUntilReady(url);
  }

  async function pause(): Promise<void> {
    const running = server;
    if (!running || running.exitCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGQUIT');
    await exited;
    process.off('exit', killServer);
  }

  /** Signals all processes of the server, one per connection. */
  function signalAll(signal: 'STOP' | 'CONT'): void {
    const parent = String(server?.pid);
    execFileSync('kill', [`-${signal}`, parent]);
    execFileSync('pkill', [`-${signal}`, '-P', parent]);
  }

  function killServer(): void {
    server?.kill('SIGQUIT');
  }

  await resume();
  return {
    url,
    pause,
    resume,
    hang: () => signalAll('STOP'),
    wake: () => signalAll('CONT'),
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await queryPostgres(url, `create database ${name}`);
      return url.replace(/postgres$/, name);
    },
    async stop() {
      await pause();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const cluster = '.cache/postgres';

/** Copies an empty cluster to a folder. Creating one takes a second, so it is cached. */
function copyCluster(programs: string, data: string, user: Pick<SpawnOptions, 'uid' | 'gid'>): void {
  // The path has the version of PostgreSQL.
  const kept = join(cluster, encodeURIComponent(programs), String(user.uid ?? 'own'));
  if (!existsSync(kept)) {
    const options = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
    execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', ...options], {
      ...user,
      cwd: dirname(data),
      stdio: 'pipe',
    });
    keep(data, kept);
  }
  execFileSync('cp', ['-a', '--reflink=auto', `${kept}/.`, data]);
}

/** Caches a new cluster. If several processes do this at once, the first one wins. */
function keep(data: string, kept: string): void {
  const copy = `${kept}-${process.pid}`;
  mkdirSync(dirname(kept), { recursive: true });
  execFileSync('cp', ['-a', data, copy]);
  try {
    renameSync(copy, kept);
  } catch {
    rmSync(copy, { recursive: true });
  }
}

function findPrograms(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  const found = folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (found) return found;
  throw new Error(
    'These tests need PostgreSQL’s own programs, initdb and postgres. On Debian or Ubuntu: apt-get install postgresql',
  );
}

/** Runs as the user `postgres` if the current user is root, since PostgreSQL refuses to run as root. */
async function userFor(folder: string): Promise<Pick<SpawnOptions, 'uid' | 'gid'>> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = { uid: id('-u'), gid: id('-g') };
  await chown(folder, user.uid, user.gid);
  return user;
}

async function waitUntilReady(url: string): Promise<void> {
  const giveUp = Date.now() + 30_000;
  for (;;) {
    try {
      await queryPostgres(url, 'select 1');
      return;
    } catch (error) {
      if (Date.now() > giveUp) throw new Error('PostgreSQL did not start', { cause: error });
    }
    await delay(50);
  }
}

export async function queryPostgres(url: string, statement: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
  }
}
