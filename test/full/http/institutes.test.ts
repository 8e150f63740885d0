import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSitePublisher, type SitePublisher } from '#app/publisher/site-publisher.ts';
import { copyBuild } from '#test/copied-build.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';
import { makeFolder } from '#test/temporary-folder.ts';

// Two servers in this process: one with the sample, and one whose institute is changed by a publication.

const facts = '../institute.yaml';
const course = 'courses/soil-science.mdx';
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'noreply@larkmoor.example' };
const build = useShared(() => copyBuild());
let publisher: SitePublisher;
let sample: ServedSite;
let other: ServedSite;
let dataDir: string;

beforeAll(async () => {
  dataDir = makeFolder();
  publisher = await openSitePublisher(build.dist);
  sample = await serveSite('dist', { DATA_DIR: makeFolder() });
  other = await serveSite(build.dist, { ...mail, DATA_DIR: dataDir });
});

afterAll(async () => {
  await Promise.all([sample.stop(), other.stop()]);
});

const textOf = async (site: ServedSite, path: string) => (await fetch(site.origin + path)).text();

function becomeHarbourside(text: string): string {
  return text
    .replace('name: Larkmoor Institute of Land and Water', 'name: Harbourside School of Boatbuilding')
    .replace('shortName: Larkmoor', 'shortName: Harbourside')
    .replace('locale: en-GB', 'locale: en-IE')
    .replace('currency: GBP', 'currency: EUR')
    .replace('email: hello@larkmoor.example', 'email: hello@harbourside.example')
    .replace('  soils: Soils', '  soils: Clay and sand')
    .replace('\n      title: Spring', '\n      title: Lent')
    .replace('  prefix: LK', '  prefix: HB-')
    .replace('  enquiries: 180', '  enquiries: 17')
    .replace('In term we answer within three working days.', 'We answer before the next tide.');
}

const letters = 'settings/letters.yaml';
const ownWords =
  'closing: Fair winds\nnewsletter: It comes with every spring tide.\nforms:\n  enquiry: Ask us, or see [who we are](/about).\n';

test('a running server takes over a changed institute.yaml with a publication', async () => {
  build.edit(facts, becomeHarbourside);
  build.edit(letters, () => ownWords);

  const { refused } = await publisher.publishFolder();

  expect(refused).toEqual([]);
  await vi.waitFor(async () => expect(await textOf(other, '/')).toContain('Harbourside'), 10_000);
  // Published pages, pages on demand, documents for machines, and services that outlive a publication.
  expect(await textOf(other, '/')).toContain('<title>Harbourside School of Boatbuilding</title>');
  expect(await textOf(other, '/courses/soil-science')).toMatch(/Clay and sand[\s\S]*€/);
  expect(await textOf(other, '/calendar')).toContain('Lent 20');
  expect(await textOf(other, '/courses/find')).toMatch(/Clay and sand[\s\S]*€/);
  expect(await textOf(other, '/enquire')).toContain('delete it 17 days after you send it');
  expect(await textOf(other, '/register')).toContain('HB-204816');
  expect(await textOf(other, '/openapi.json')).toContain('Harbourside School of Boatbuilding');
  expect(await textOf(other, '/mcp/server-card')).toContain('Search Harbourside School of Boatbuilding');
  expect(await textOf(other, '/.well-known/security.txt')).toContain('hello@harbourside.example');
});

test('an email has the name and the words of the institute of its server, and so have the texts above forms', async () => {
  const response = await fetch(`${other.origin}/api/email-marketing-signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: other.origin },
    body: JSON.stringify({ email: 'ana.ng@example.org' }),
  });

  const database = new DatabaseSync(join(dataDir, 'site.sqlite'), { readOnly: true });
  const stored = JSON.stringify(database.prepare('select * from outbox').all());
  database.close();
  expect(response.status).toBe(200);
  expect(stored).toContain('Harbourside School of Boatbuilding');
  expect(stored).not.toContain('Larkmoor Institute');
  expect(stored).toContain('It comes with every spring tide.');
  expect(stored).toContain('Fair winds<br>Harbourside School of Boatbuilding<br>');
  expect(await textOf(other, '/enquire')).toContain('Ask us, or see <a href="/about">who we are</a>.');
  expect(await textOf(sample, '/enquire')).toContain('A person answers by email.');
});

test('two servers of one process respond with their own institute at the same time', async () => {
  const paths = ['/courses/find', '/openapi.json', '/register', '/mcp/server-card', '/search?q=soil'];
  const rounds = Array.from({ length: 5 }, () => paths).flat();

  const answers = await Promise.all(
    rounds.map(async (path) => [path, await textOf(sample, path), await textOf(other, path)] as const),
  );

  for (const [path, ofSample, ofOther] of answers) {
    expect([path, ofSample.includes('Larkmoor'), ofSample.includes('Harbourside')]).toEqual([
      path,
      true,
      false,
    ]);
    expect([path, ofOther.includes('Harbourside')]).toEqual([path, true]);
  }
});

test('an institute.yaml with an error keeps its last good state and is reported with the line; everything else is published', async () => {
  build.edit(facts, (text) => text.replace('currency: EUR', 'currency: shells'));
  build.edit(course, (text) => `${text}\n\nClay sings when it is struck.\n`);
  const line = readFileSync(build.manifest().instituteFile, 'utf8').split('currency:')[0]!.split('\n').length;

  const { refused } = await publisher.publishFolder();

  expect(refused).toMatchObject([
    { line, message: '"currency" "shells" is not a currency', severity: 'fatal' },
  ]);
  expect(refused[0]?.file).toMatch(/institute\.yaml$/);
  expect(build.text('/courses/soil-science')).toMatch(/€[\s\S]*Clay sings when it is struck/);
});

test('a publication makes new colours, typefaces and public files live on pages of every kind', async () => {
  build.edit(facts, (text) =>
    text
      .replace('currency: shells', 'currency: EUR')
      .replace(/^( +)accent: '#[0-9a-f]{6}'/m, "$1accent: '#7a1f5c'")
      .replace('      - Georgia', '      - Palatino Linotype\n      - Georgia'),
  );
  const publicFolder = join(dirname(build.manifest().instituteFile), 'public');
  writeFileSync(join(publicFolder, 'prospectus.pdf'), 'A prospectus');
  const icon = readFileSync(join(publicFolder, 'icon.svg'), 'utf8').replace('<svg', '<!-- new --><svg');
  writeFileSync(join(publicFolder, 'icon.svg'), icon);

  // The product and the content take precedence over public files with the same address.
  const taken = ['robots.txt', 'api/health', 'about.md', 'courses/soil-science'];
  for (const file of [...taken, '.env']) {
    mkdirSync(dirname(join(publicFolder, file)), { recursive: true });
    writeFileSync(join(publicFolder, file), 'Of the folder');
  }

  const { refused, warnings } = await publisher.publishFolder();

  expect(refused.map(({ file }) => basename(file))).toEqual(['soil-science.mdx']);
  expect(warnings.map(({ file }) => file)).toEqual(['public/api/health', 'public/robots.txt']);
  for (const path of [...taken, '.env'])
    expect(await textOf(other, `/${path}`)).not.toContain('Of the folder');
  await vi.waitFor(async () => expect(await textOf(other, '/prospectus.pdf')).toBe('A prospectus'), 10_000);
  expect(await textOf(other, '/icon.svg')).toBe(icon);
  for (const path of ['/', '/courses/soil-science', '/search?q=soil', '/register', '/nowhere']) {
    const response = await fetch(other.origin + path);
    const html = await response.text();
    const [, css = ''] = /<style>(:root\{color-scheme[^<]*)/.exec(html) ?? [];
    expect(css, path).toContain('--accent:light-dark(#7a1f5c,');
    expect(css, path).toContain(
      '--font-heading:heading,"heading fallback","Palatino Linotype",Georgia,serif',
    );
    const hash = createHash('sha256').update(css).digest('base64');
    expect(response.headers.get('Content-Security-Policy'), path).toContain(`'sha256-${hash}'`);
  }
  for (const file of [...taken, 'prospectus.pdf']) rmSync(join(publicFolder, file));
  await publisher.publishFolder();
  await vi.waitFor(async () => expect((await fetch(`${other.origin}/prospectus.pdf`)).status).toBe(404));
});

test('a typeface whose file is not installed is refused, and the last typeface stays', async () => {
  build.edit(facts, (text) => text.replace('source-sans/TTF/SourceSans3-It.ttf', 'no-such-package/a.ttf'));

  const { refused } = await publisher.publishFolder();

  expect(refused).toMatchObject([{ message: 'the font no-such-package/a.ttf is in no installed package' }]);
  expect(build.text('/')).toContain('#7a1f5c');
});

test('a publisher that starts while institute.yaml has an error publishes with its last good state', async () => {
  const { refused } = await (await openSitePublisher(build.dist)).publishFolder();

  expect(refused).toHaveLength(1);
  expect(build.text('/')).toContain('<title>Harbourside School of Boatbuilding</title>');
});
