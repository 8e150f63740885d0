import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeContentRepository } from '#test/content-repository.ts';
import { installArchive } from '#test/installed-archive.ts';
import { freePort, untilListening } from '#test/ports.ts';
import { namesOfSample } from '#test/sample-words.ts';
import { bannerOf, untilPage } from '#test/watched-page.ts';
import { useShared } from '#test/use-shared.ts';

// Starts processes in a folder without the checkout, because files that the archive lacks are missed only there.

/** A typeface's files, which an institute may have of its own. */
const sourceSans = 'node_modules/source-sans/TTF';

const archive = useShared(() => installArchive());
let folder = '';

beforeAll(() => {
  ({ folder } = archive);
});

function lectern(...args: string[]) {
  return archive.lectern(...args);
}

function makeInstitute(dir: string, name: string, subject: string): void {
  const { status, stdout, stderr } = archive.makeInstitute(dir, name, subject);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toContain(`npx lectern start ${dir}`);
}

function start(dir: string, settings: Record<string, string | number> = {}, options: string[] = []) {
  return archive.start([dir, ...options], settings, {
    onStart: (child) => onTestFinished(() => void child.kill('SIGTERM')),
  });
}

/** The text of a file of any kind, unpacked. */
function textOf(file: string): string {
  const bytes = readFileSync(file);
  if (file.endsWith('.br')) return brotliDecompressSync(bytes).toString();
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

test('no file of the archive, databases included, contains a name from the sample or the path of the checkout', () => {
  const words = [...namesOfSample(), resolve('.')].map((word) => word.toLowerCase());
  const files = globSync('**/*', { cwd: archive.installed, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

  const found = files.flatMap((file) => {
    const text = textOf(file).toLowerCase();
    return words.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
  });

  expect(files.length).toBeGreaterThan(1000);
  expect(files.some((file) => file.endsWith('.sqlite'))).toBe(true);
  expect(found).toEqual([]);
});

test('the archive has every document that its texts name, and each leads only to documents that it has', () => {
  const { installed } = archive;
  const code = globSync(['{scripts,src}/**/*.js', 'deploy/*'], { cwd: installed });
  const named = code.flatMap((file) => [
    ...readFileSync(join(installed, file), 'utf8').matchAll(/\bdocs\/[\w-]+\.(?:md|yml)/g),
  ]);
  const linked = globSync('{README,CHANGELOG,docs/**/*}.md', { cwd: installed }).flatMap((file) =>
    [...readFileSync(join(installed, file), 'utf8').matchAll(/\]\(([\w./-]+\.md)(?:#[\w-]*)?\)/g)].map(
      ([, path = '']) => join(dirname(file), path),
    ),
  );

  const wanted = new Set([...named.map(([path]) => path), ...linked]);

  expect(wanted.size).toBeGreaterThan(20);
  expect([...wanted].filter((path) => !existsSync(join(installed, path)))).toEqual([]);
});

test('two institutes run from one archive without sharing content, addresses or data', async () => {
  makeInstitute('boats', 'Harbourside School of Boatbuilding', 'Boatbuilding');
  makeInstitute('bread', 'Old Town School of Baking', 'Baking');
  const boats = await start('boats');
  const bread = await start('bread');

  expect(await boats.textOf('/')).toContain('<title>Harbourside School of Boatbuilding');
  expect(await bread.textOf('/')).toContain('<title>Old Town School of Baking');
  expect(await boats.textOf('/llms-full.txt')).not.toContain('Baking');
  expect(await bread.textOf('/llms-full.txt')).not.toContain('Boatbuilding');
  expect(await boats.textOf('/api/search?q=boatbuilding')).toContain(`${boats.siteUrl}/courses/`);
  // The list of common words comes from a package.
  expect(await boats.textOf('/api/search?q=boatbilding')).toContain('"correction":"boatbuilding"');
  const sent = await fetch(`${boats.origin}/api/enquiry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ana Ng', email: 'ana@example.org', question: 'Do you teach caulking?' }),
  });
  expect(sent.status).toBe(200);

  // The command publishes a new colour to the running server, and keeps the server's address.
  const facts = join(folder, 'boats/institute.yaml');
  const text = readFileSync(facts, 'utf8');
  writeFileSync(facts, text.replace(/^( +)accent: "#[0-9a-f]{6}"/m, '$1accent: "#7a1f5c"'));
  const { stdout } = lectern('publish', 'boats');
  expect(stdout).toContain('lectern: published');
  const home = await boats.textOf('/');
  expect(home).toContain('--accent:light-dark(#7a1f5c,');
  expect(home).toContain(`<link rel="canonical" href="${boats.siteUrl}/`);

  boats.child.kill('SIGTERM');
  const [code] = (await once(boats.child, 'exit')) as [number | null];
  expect(code).toBe(0);
});

test('two servers of one institute start at once, share its data, and both show what is published', async () => {
  makeInstitute('books', 'Riverside School of Bookbinding', 'Bookbinding');
  const settings = { SITE_URL: 'https://books.example', HOST: '127.0.0.1' };
  writeFileSync(
    join(folder, 'books/.env'),
    Object.entries(settings)
      .map((line) => line.join('='))
      .join('\n'),
  );
  const ports = await Promise.all([freePort(), freePort()]);
  const children = ports.map((port) => archive.run(['start', 'books'], { PORT: String(port) }));
  for (const child of children) onTestFinished(() => void child.kill('SIGTERM'));
  await Promise.all(ports.map((port, at) => untilListening(port, children[at]!)));
  const textOf = async (port: number, path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).text();

  const facts = join(folder, 'books/institute.yaml');
  const text = readFileSync(facts, 'utf8');
  writeFileSync(facts, text.replace(/^( +)accent: "#[0-9a-f]{6}"/m, '$1accent: "#7a1f5c"'));
  const published = lectern('publish', 'books');
  expect(published.stdout).toContain('lectern: published');
  for (const port of ports)
    await expect.poll(() => textOf(port, '/')).toContain('--accent:light-dark(#7a1f5c,');
});

test('`lectern start DIR --watch` shows writers what they save, and readers of the same folder nothing of it', async () => {
  makeInstitute('bells', 'Valley School of Bellfounding', 'Bellfounding');
  const readers = await start('bells');
  const writers = await start('bells', {}, ['--watch']);
  const file = join(folder, 'bells/content/pages/tuning.mdx');

  writeFileSync(
    file,
    '---\ntitle: Tuning\nsummary: How a bell is tuned on a lathe.\ndraft: true\n---\n\nOn a lathe.\n',
  );
  const draft = await untilPage(writers.origin, '/tuning', ({ html }) => html.includes('On a lathe.'));
  writeFileSync(file, '---\ntitle: Tuning\nsummary: How a bell is tuned on a lathe.\n---\n\nOn a { lathe.\n');
  const broken = await untilPage(writers.origin, '/tuning', ({ html }) => html.includes('tuning.mdx:6'));

  expect(bannerOf(draft)).toContain('Draft');
  expect(broken).toContain('On a lathe.');
  expect(await readers.textOf('/tuning')).not.toContain('lathe');
  expect(lectern('start', 'bells', '--wacth').status).toBe(2);
});

test('the archive imports a folder of Markdown, and the content check accepts it', () => {
  makeInstitute('import', 'Hillside School of Spinning', 'Spinning');
  mkdirSync(join(folder, 'old/docs'), { recursive: true });
  writeFileSync(
    join(folder, 'old/docs/wheels.md'),
    '---\ntitle: Wheels\n---\n\nAbout *wheels* and {treadles}.\n',
  );

  const { status, stdout } = lectern('import', 'markdown', 'old', 'import');

  expect(status).toBe(0);
  expect(stdout).toMatch(/1 page: 1 new.*1 of 1 are valid/s);
  const entry = readFileSync(join(folder, 'import/content/handbook/docs/wheels.mdx'), 'utf8');
  expect(entry).toContain('About *wheels* and \\{treadles\\}.');
  expect(lectern('import', 'moodle', 'old', 'import').status).toBe(2);
});

test('an institute with a repository serves its content, at the configured address', async () => {
  makeInstitute('desk', 'Riverbank School of Printing', 'Printing');
  const pushed = makeContentRepository({ from: join(folder, 'desk/content') });
  onTestFinished(() => pushed.remove());
  const settings = { CONTENT_REPO: pushed.origin, SITE_URL: 'https://www.example.org' };

  const desk = await start('desk', settings);

  expect(await desk.textOf('/courses/introduction-to-printing')).toContain('Introduction to Printing');
  expect(await desk.textOf('/sitemap-0.xml')).toContain('https://www.example.org/');
});

test('a repository can hold the whole institute with fonts of its own; its folder then needs settings only', async () => {
  makeInstitute('origin', 'Weir School of Weaving', 'Weaving');
  const pushed = makeContentRepository({ from: join(folder, 'origin') });
  onTestFinished(() => pushed.remove());
  mkdirSync(join(folder, 'loom'));

  const loom = await start('loom', { CONTENT_REPO: pushed.origin });

  expect(await loom.textOf('/')).toContain('<title>Weir School of Weaving');
  expect(await loom.textOf('/courses/introduction-to-weaving')).toContain('Introduction to Weaving');
  expect((await fetch(`${loom.origin}/icon.svg`)).status).toBe(200);

  const facts = readFileSync(join(folder, 'origin/institute.yaml'), 'utf8');
  const changed = facts.replace(/^( +)accent: "#[0-9a-f]{6}"/m, '$1accent: "#7a1f5c"');
  pushed.push({
    'institute.yaml': changed.replaceAll('source-sans/TTF/', './fonts/'),
    'fonts/SourceSans3-It.ttf': readFileSync(join(sourceSans, 'SourceSans3-It.ttf')),
    'fonts/SourceSans3-Regular.ttf': readFileSync(join(sourceSans, 'SourceSans3-Regular.ttf')),
  });
  const { stdout, stderr } = lectern('publish', 'loom');
  expect(stderr).not.toMatch(/no font|the font/);
  expect(stdout).toContain('lectern: published');
  expect(await loom.textOf('/')).toContain('--accent:light-dark(#7a1f5c,');
});

test('the doctor says what a start would change, and writes no file', async () => {
  makeInstitute('clay', 'Hillside School of Pottery', 'Pottery');
  const before = lectern('doctor', 'clay');
  expect(before.stdout).toContain('Store: data/site.sqlite will be created at the first start.');
  expect(before.stdout).toContain('Addresses: nothing was published before.');
  expect(readdirSync(join(folder, 'clay')).sort()).toEqual([
    '.gitignore',
    'content',
    'institute.yaml',
    'public',
  ]);

  const clay = await start('clay');
  clay.child.kill('SIGTERM');
  await once(clay.child, 'exit');
  rmSync(join(folder, 'clay/content/people/ada-wren.mdx'));
  rmSync(join(folder, 'clay/content/pages/about.mdx'));
  const after = lectern('doctor', 'clay', '--migrations');
  writeFileSync(join(folder, 'clay/.env'), 'SITE_URL=nowhere\n');
  const broken = lectern('doctor', 'clay');

  expect(after.stdout).toContain('the address /about was published and no longer leads to a page');
  expect(after.stdout).toMatch(/Store: data\/site\.sqlite is up to date\.\n {2}001-forms: 20/);
  expect([after.status, after.stdout.trim().split('\n').at(-1)]).toEqual([0, 'This release can start.']);
  expect(broken.stdout).toContain('SITE_URL');
  expect(broken.status).toBe(1);
});

test('a start publishes what changed while no server ran, and lists files with errors', async () => {
  makeInstitute('wool', 'Fellside School of Dyeing', 'Dyeing');
  const first = await start('wool');
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  const about = join(folder, 'wool/content/pages/about.mdx');
  writeFileSync(about, readFileSync(about, 'utf8').replace('Say who began it', 'Ten dyers began it'));
  const facts = join(folder, 'wool/institute.yaml');
  writeFileSync(facts, readFileSync(facts, 'utf8').replace(/^name: .*/m, 'name: ['));

  const wool = await start('wool');

  expect(await wool.textOf('/about')).toContain('Ten dyers began it');
  expect(await wool.textOf('/')).toContain('<title>Fellside School of Dyeing');
  expect(wool.output()).toContain('institute.yaml:');
  expect(lectern('doctor', 'wool')).toMatchObject({ status: 0 });
});

test('an export contains the pages of the institute as files', () => {
  const { status, stdout } = lectern('export', 'bread', 'out');

  expect(stdout).toContain('out/site has');
  expect(readFileSync(join(folder, 'out/site/index.html'), 'utf8')).toContain('Old Town School of Baking');
  expect(status).toBe(0);
});
