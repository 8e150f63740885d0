import { createHash } from 'node:crypto';
import {
  appendFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { installArchive } from '#test/installed-archive.ts';
import { useShared } from '#test/use-shared.ts';

// Builds twice and starts processes, because code of an institute's own exists in a build only.

const page = `---
import Base from '#layouts/Base.astro';
import { listPeople } from '#app/content-view/content.ts';

const people = await listPeople();
---

<Base title="Our crew" description="Everyone who teaches here.">
  <article class="prose">
    <h1>Our crew</h1>
    <ul>{people.map(({ data }) => <li>{data.name}, shipwright</li>)}</ul>
  </article>
</Base>
`;

/** The files that docs/own-code.md shows, and a page that replaces one of the product. */
function ownCode(): Map<string, string> {
  const shown = readFileSync('docs/own-code.md', 'utf8').matchAll(
    /`((?:components|pages)\/[\w.]+)`:\n\n```\w+\n([^`]+)```/g,
  );
  const files = new Map([...shown].map(([, path = '', text = '']) => [path, text]));
  return files.set('pages/people.astro', page);
}

const archive = useShared(() => installArchive());

beforeAll(() => {
  archive.makeInstitute('boats', 'Harbourside School of Boatbuilding', 'Boatbuilding');
  const folder = join(archive.folder, 'boats');
  for (const [path, text] of ownCode()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  appendFileSync(join(folder, 'content/pages/contact.mdx'), '\n<OpeningHours room="Office" />\n');
});

function start() {
  return archive.start(
    ['boats'],
    {},
    { onStart: (child) => onTestFinished(() => void child.kill('SIGTERM')) },
  );
}

/** Builds as `lectern build` does, with the packages of this checkout: installing them takes minutes. */
function build() {
  const sources = join(archive.folder, 'boats/.cache/release-sources');
  mkdirSync(sources, { recursive: true });
  rmSync(join(sources, 'node_modules'), { force: true });
  symlinkSync(resolve('node_modules'), join(sources, 'node_modules'));
  return archive.lectern('build', 'boats');
}

test('before its build, own code is listed, its components are known, and the site starts without it', async () => {
  const doctor = archive.lectern('doctor', 'boats');
  const check = archive.lectern('check', 'boats');

  const boats = await start();

  expect(doctor.stdout).toContain(`Code of the institute’s own:
  adds the component <OpeningHours>
  replaces the page /people (pages/people.astro)
  adds the page /rooms (pages/rooms.astro)
  the institute’s own components and pages are not in this build: run \`lectern build DIR\``);
  expect(doctor.stdout).toContain('This release can start.');
  expect(check.stdout).not.toContain('OpeningHours');
  expect(boats.output()).toContain('own components and pages are not in this build: run `lectern build DIR`');
  expect((await fetch(`${boats.origin}/rooms`)).status).toBe(404);
  expect(await boats.textOf('/people')).not.toContain('shipwright');
  expect((await fetch(`${boats.origin}/contact`)).status).toBe(200);
});

test('an archive from lectern build serves own pages and components like those of the product', async () => {
  const { status, stdout } = build();
  expect(stdout).toMatch(/made .*lectern-\d+\.\d+\.\d+-own-[0-9a-f]{8}\.tgz/);
  expect(status).toBe(0);
  const [own = ''] = globSync('boats/lectern-*-own-*.tgz', { cwd: archive.folder });
  archive.install(join(archive.folder, own));

  const boats = await start();

  const rooms = await fetch(`${boats.origin}/rooms`, { headers: { Accept: 'text/html' } });
  const html = await rooms.text();
  expect(html).toContain('<h1>Rooms of Harbourside School of Boatbuilding</h1>');
  const script = /<script type="module">(document\.documentElement\.dataset\.hours[^<]*)<\/script>/.exec(
    html,
  );
  expect(rooms.headers.get('content-security-policy')).toContain(sha256(script?.[1] ?? ''));
  expect(html).toContain('.opening-hours[');
  for (const [, style = ''] of html.matchAll(/<style>([^<]*)<\/style>/g))
    expect(rooms.headers.get('content-security-policy')).toContain(sha256(style));
  expect(await boats.textOf('/rooms.md')).toContain('Library is open from 9 to 17.');
  expect(await boats.textOf('/people')).toContain('Ada Wren, shipwright');
  expect(await boats.textOf('/contact')).toContain('Office is open from 9 to 17.');
  expect(await boats.textOf('/api/search?q=slipway')).toContain(`${boats.siteUrl}/rooms`);
  expect(await boats.textOf('/sitemap-0.xml')).toContain(`${boats.siteUrl}/rooms`);
  expect(boats.output()).not.toContain('lectern build');
  expect(archive.lectern('doctor', 'boats').stdout).toContain('  this build has all of it');
}, 300_000);

test('after a change, the site starts with the code of its build and says so', async () => {
  const rooms = join(archive.folder, 'boats/pages/rooms.astro');
  writeFileSync(rooms, readFileSync(rooms, 'utf8').replace('nine metres', 'ten metres'));

  const boats = await start();

  expect(boats.output()).toContain('changed after this build');
  expect(await boats.textOf('/rooms')).toContain('nine metres');
});

test('lectern build stops at a component without a description, and in a folder without code', () => {
  archive.makeInstitute('bread', 'Old Town School of Baking', 'Baking');
  const empty = archive.lectern('build', 'bread');
  const folder = join(archive.folder, 'boats/components');
  writeFileSync(join(folder, 'Tide.astro'), '<p>High tide</p>');

  const check = archive.lectern('check', 'boats');
  const undescribed = archive.lectern('build', 'boats');

  expect([empty.status, empty.stderr]).toEqual([1, expect.stringContaining('there is nothing to build')]);
  expect(check.stdout).toContain('components/Tide.yaml:1: <Tide> has no description');
  expect(undescribed.status).toBe(1);
  expect(undescribed.stderr).toContain('<Tide> has no description');
});

test('lectern build stops at pages that cannot be rendered, and names them', () => {
  const folder = join(archive.folder, 'boats/components');
  rmSync(join(folder, 'Tide.astro'), { force: true });
  const hours = join(folder, 'OpeningHours.astro');
  writeFileSync(hours, readFileSync(hours, 'utf8').replace(/^---\n/, "---\nthrow new Error('no tide');\n"));

  const { status, stdout, stderr } = build();

  expect(status).toBe(1);
  expect(stdout + stderr).toContain('no tide');
  expect(stderr).toContain('/rooms, pages/contact.mdx cannot be rendered');
}, 300_000);

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
