import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { installArchive, type InstalledArchive, type StartedInstitute } from '#test/installed-archive.ts';

// Builds the release before, and starts servers outside of the checkout, because an upgrade replaces what is there.

/** The release that people upgrade from: a commit of main, until releases have tags. */
const releaseBefore = '4758ff9d178e';

/** Addresses that are not in the sitemap. */
const otherAddresses = [
  '/api/health',
  '/api/search?q=course',
  '/api/nowhere',
  '/search?q=course',
  '/openapi.json',
  '/llms.txt',
  '/robots.txt',
  '/icon.svg',
  '/nowhere',
  '/staff',
];

const forms = ['/api/enquiry', '/api/application', '/api/course-registration', '/api/email-marketing-signup'];

let archive: InstalledArchive;
/** The archives of both releases. */
const releases = { before: '', now: '' };

beforeAll(() => {
  const checkout = makeReleaseBefore();
  archive = installArchive();
  const archiveIn = (place: string) => join(place, globSync('lectern-*.tgz', { cwd: place })[0] ?? '');
  releases.before = archiveIn(checkout);
  releases.now = archiveIn(archive.folder);
}, 600_000);

afterAll(() => archive.remove());

/** The commit to upgrade from. A clone without history has only the current one, which upgrades to itself. */
function findCommitBefore(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  if (git('rev-parse', '--is-shallow-repository') === 'false') return releaseBefore;
  console.log('This clone has no history, so the upgrade is from the current commit to itself.');
  return git('rev-parse', 'HEAD');
}

/** Builds the release before once. @returns the folder with its archive */
function makeReleaseBefore(): string {
  const commitBefore = findCommitBefore();
  const checkout = resolve('.cache/releases', commitBefore);
  if (globSync('lectern-*.tgz', { cwd: checkout }).length > 0) return checkout;
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(join(checkout, '.cache'), { recursive: true });
  const archive = execFileSync('git', ['archive', commitBefore], { maxBuffer: 200_000_000 });
  execFileSync('tar', ['-x', '-C', checkout], { input: archive });
  // Links to packages and pictures instead of installing and converting them again.
  const shared = [
    '.cache/pictures',
    '.cache/content-pictures',
    '.cache/fonts',
    '.cache/encoder',
    'node_modules',
  ];
  for (const path of shared.filter((each) => existsSync(each)))
    execFileSync('cp', ['-al', resolve(path), join(checkout, path)]);
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  // Not `lectern.mjs`, which would install the packages of that release.
  execFileSync(process.execPath, ['scripts/release.ts', '.'], { cwd: checkout, env, stdio: 'pipe' });
  return checkout;
}

async function statusesOf({ origin, siteUrl }: StartedInstitute, paths: readonly string[]) {
  const statuses: Record<string, number> = {};
  for (const path of paths) {
    const { status } = await fetch(origin + path, { redirect: 'manual', headers: { Accept: '*/*' } });
    statuses[path.replace(siteUrl, '')] = status;
  }
  return statuses;
}

async function listAddresses(started: StartedInstitute): Promise<string[]> {
  const { siteUrl } = started;
  const sitemap = await started.textOf('/sitemap-0.xml');
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!.slice(siteUrl.length));
  const twins = pages.filter((path) => path !== '/').map((path) => `${path}.md`);
  return [...pages, ...twins, ...otherAddresses];
}

type OpenApi = {
  paths: Record<string, { post: { requestBody: { content: Record<string, { example: unknown }> } } }>;
};

/** Sends the examples of the interface description, which are valid on this day. */
async function fillForms({ origin }: StartedInstitute): Promise<number[]> {
  const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApi;
  const answers = forms.map(async (path) => {
    const { example } = paths[path]!.post.requestBody.content['application/json']!;
    return post(origin + path, example);
  });
  return Promise.all(answers);
}

async function post(url: string, body: unknown): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

type Row = Readonly<Record<string, unknown>>;

/** All rows by table, without the counters of the limits. */
function readRows(): Record<string, Row[]> {
  const database = new DatabaseSync(join(archive.folder, 'school/data/site.sqlite'), { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const names = tables.map(({ name }) => String(name)).filter((name) => name !== 'rate_limit');
  const rows = names.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()] as const);
  database.close();
  return Object.fromEntries(rows);
}

/** Lists rows that are gone or have other values by now. Newer columns are left out; search words may be added. */
function listLost(rows: Record<string, Row[]>, rowsNow: Record<string, Row[]>): string[] {
  const isKept = (column: string, value: unknown, now: unknown) =>
    column === 'search_text' ? String(now).startsWith(String(value)) : now === value;
  const isSame = (row: Row, other: Row) =>
    Object.entries(row).every(([column, value]) => isKept(column, value, other[column]));
  return Object.entries(rows).flatMap(([table, all]) =>
    all
      .filter((row) => !rowsNow[table]?.some((other) => isSame(row, other)))
      .map((row) => `${table}: ${JSON.stringify(row)}`),
  );
}

/** Opens registration for the course, whatever the day: its yearly term opens only for some months. */
function addOpenTerm(): void {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const id = `${day(40).slice(0, 4)}-trial`;
  const dates = { starts: 40, ends: 120, registrationOpens: -20, registrationCloses: 20 };
  const fields = Object.entries(dates).map(([name, offset]) => `      ${name}: ${day(offset)}`);
  const term = ['terms:', '  dated:', `    - id: ${id}`, '      title: Trial', ...fields].join('\n');
  change('institute.yaml', (text) => text.replace(/^terms:$/m, term));
  change('content/courses/introduction-to-pottery.mdx', (text) =>
    text.replace('- term: autumn', `- term: ${id}`),
  );
}

function change(file: string, edit: (text: string) => string): void {
  const path = join(archive.folder, 'school', file);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

async function stop({ child }: StartedInstitute): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

test('an upgrade keeps every address and every row, and the release before starts again on the same data', async () => {
  const startSchool = () =>
    archive.start(['school'], {}, { onStart: (child) => onTestFinished(() => void child.kill()) });
  archive.install(releases.before);
  archive.makeInstitute('school', 'Hillside School of Pottery', 'Pottery');
  addOpenTerm();
  const first = await startSchool();
  const addresses = await listAddresses(first);
  const statuses = await statusesOf(first, addresses);
  expect(await fillForms(first)).toEqual([200, 200, 200, 200]);
  await stop(first);
  const rows = readRows();

  archive.install(releases.now);
  const upgraded = await startSchool();
  const statusesNow = await statusesOf(upgraded, addresses);
  const enquiry = { name: 'Ben Ash', email: 'ben@example.org', question: 'Is there a kiln?' };
  expect(await post(`${upgraded.origin}/api/enquiry`, enquiry)).toBe(200);
  await stop(upgraded);
  const rowsNow = readRows();

  archive.install(releases.before);
  const again = await startSchool();
  const statusesAgain = await statusesOf(again, addresses);
  await stop(again);

  expect(addresses.length).toBeGreaterThan(30);
  expect(statusesNow).toEqual(statuses);
  expect(statusesAgain).toEqual(statuses);
  expect(rows['submissions']).toHaveLength(2);
  expect(listLost(rows, rowsNow)).toEqual([]);
  expect(rowsNow['submissions']).toHaveLength(3);
  expect(listLost(rowsNow, readRows())).toEqual([]);
});
