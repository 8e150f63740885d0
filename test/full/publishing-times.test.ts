import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { finishBrowserIndex } from '#app/publisher/make-browser-index-process.ts';
import { openSitePublisher, type SitePublisher } from '#app/publisher/site-publisher.ts';
import { entryAddress } from '#lib/content/addresses.ts';
import { collectionNames, definitionOf, type CollectionName } from '#lib/content/collections.ts';
import { isVisible } from '#lib/content/visibility.ts';
import { hasBrowserIndex } from '#lib/publishing/search/browser-index.ts';
import { openPassages } from '#lib/search/open-passages.ts';
import { institute } from '#lib/content/current-institute.ts';
import { copyBuild } from '#test/copied-build.ts';
import { serveProcess, type ServedSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';
import { toolCall } from '#test/tool-call.ts';

type Times = { draft: boolean; publishAt?: string; unpublishAt?: string; date: string };

type Item = {
  collection: CollectionName;
  /** A word in its title and text, and in no other text of the site. */
  marker: string;
  slug: string;
  code: string;
  times: Times;
};

const first = Date.UTC(2027, 0, 4);
const hour = 3_600_000;
let round = 0;
const build = useShared(() => copyBuild());
let publisher: SitePublisher;
let site: ServedSite;

beforeAll(async () => {
  publisher = await openSitePublisher(build.dist);
  site = await serveProcess(build.dist, {
    DATA_DIR: join(build.dist, '../data'),
    TRUSTED_PROXIES: 'loopback',
  });
});

afterAll(async () => {
  await site.stop();
});

/** A random hour in the two weeks after `first`. */
const moments = fc.integer({ min: 0, max: 14 * 24 }).map((hours) => new Date(first + hours * hour));
const asTime = (moment: Date) => `${moment.toISOString().slice(0, 16)}Z`;
const timesArbitrary: fc.Arbitrary<Times> = fc
  .record({
    draft: fc.integer({ min: 0, max: 9 }).map((number) => number === 9),
    publishAt: fc.option(moments, { nil: undefined }),
    length: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
    date: moments,
  })
  .map(({ draft, publishAt, length, date }) => ({
    draft,
    date: date.toISOString().slice(0, 10),
    ...(publishAt && { publishAt: asTime(publishAt) }),
    // Later than `date` and `publishAt`: the content check refuses an entry that ends before it starts.
    ...(length !== undefined && {
      unpublishAt: asTime(new Date(Math.max(date.getTime(), publishAt?.getTime() ?? 0) + length * hour)),
    }),
  }));

/** A word of letters only, since the search splits others. */
function wordOf(collection: CollectionName): string {
  const letters = [...String(round)].map((digit) => String.fromCharCode(107 + Number(digit))).join('');
  return `zyq${letters}v${collection.slice(0, 3)}`;
}

function itemsOf(times: readonly Times[]): Item[] {
  round += 1;
  return collectionNames.map((collection, index) => ({
    collection,
    marker: wordOf(collection),
    slug: `timed-${collection}`,
    code: 'QTIM401',
    times: times[index] ?? { draft: false, date: '2027-01-04' },
  }));
}

const isShown = ({ collection, times }: Item, now: Date) =>
  isVisible({ collection, data: times }, { now, timeZone: institute().timeZone });

function frontMatterOf({ collection, marker, code, times: { date, ...times } }: Item): object {
  const title = `Title ${marker}`;
  const summary = `A summary that has ${marker} and enough words.`;
  const aliases = [`/former-${collection}`];
  switch (collection) {
    case 'courses':
      return {
        code,
        title,
        summary,
        subject: 'soils',
        level: 4,
        credits: 10,
        fee: 100,
        aliases,
        ...times,
        offerings: [{ term: 'spring', mode: 'online', seats: 9 }],
        people: ['timed-people'],
        outcomes: ['describe what is seen in the field', 'explain what has been measured'],
      };
    case 'programs':
      return {
        title,
        summary,
        award: 'certificate',
        level: 4,
        credits: 10,
        length: 'One term',
        aliases,
        stages: [{ title: 'Spring', courses: [code] }],
        entryRequirements: ['None, but be curious.'],
        lead: 'timed-people',
        ...times,
      };
    case 'events':
      return {
        title,
        summary,
        starts: '2027-02-06 10:00',
        ends: '2027-02-06 12:00',
        place: 'Weir House',
        courses: [code],
        programs: ['timed-programs'],
        people: ['timed-people'],
        aliases,
        ...times,
      };
    case 'people':
      return { name: `Person ${marker}`, role: 'Lecturer', summary, ...times };
    case 'news':
      return { title, summary, date, author: 'timed-people', aliases, ...times };
    default:
      return { title, summary, aliases, ...times };
  }
}

/** Returns the file of an entry, with JSON as its YAML. Fields and components refer to all the other entries. */
function textOf(item: Item): string {
  const components = ['<CourseList codes="QTIM401" />', '<CourseList subject="soils" />'];
  const names = item.collection === 'people' ? '' : components.join('\n\n');
  return `---\n${JSON.stringify(frontMatterOf(item))}\n---\n\nThe text has ${item.marker}, too.\n\n${names}\n`;
}

/** The markers of all rounds. */
const written: string[] = [];

function write(items: readonly Item[]): void {
  for (const item of items) {
    written.push(item.marker);
    const file = join(build.contentDir, item.collection, `${item.slug}.mdx`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(item));
  }
}

/** Everything that the build serves or that the server reads, by name. */
function listTexts(): Map<string, string> {
  const { pages, files, redirects, serverFiles } = build.manifest();
  const read = (file: string) => readFileSync(join(build.dist, file));
  const unpack = (bytes: Buffer) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);
  const passages = openPassages(join(build.dist, serverFiles.passages));
  const texts = new Map<string, string>([
    ['list of pages', JSON.stringify(pages)],
    ['list of files', JSON.stringify(files)],
    ['redirects', JSON.stringify(redirects)],
    ['entries', read(serverFiles.entries).toString()],
    ['search index', read(serverFiles.searchIndex).toString('latin1')],
    ['passages', JSON.stringify([passages.all(), passages.words()])],
  ]);
  passages.close();
  for (const { path, markdownPath, html, markdown } of pages) {
    texts.set(path, read(html.file).toString());
    texts.set(markdownPath, read(markdown.file).toString());
  }
  for (const { path, file } of files) {
    if (!/\.(avif|webp|jpeg|png|woff2)$/.test(path)) texts.set(path, unpack(read(file)).toString('latin1'));
  }
  return texts;
}

const find = (texts: ReadonlyMap<string, string>, word: string) =>
  [...texts].filter(([, text]) => text.toLowerCase().includes(word)).map(([name]) => name);

/** The places where a visible entry must be. */
function expectedPlaces({ collection, slug }: Item): (string | RegExp)[] {
  const { base, hasEntryPages } = definitionOf(collection);
  const address = entryAddress(collection, slug);
  if (!hasEntryPages) return [base, `${base}.md`, 'search index', 'passages'];
  return [
    ...[address, `${address}.md`, 'search index', 'passages', 'list of pages', '/llms.txt'],
    ...(base === '' ? [] : [/llms-full/]),
    ...(collection === 'news' ? ['/news/feed.xml'] : []),
    ...(collection === 'events' ? ['/calendar.ics'] : []),
    ...(['courses', 'programs', 'events'].includes(collection) ? ['entries'] : []),
    ...(hasBrowserIndex(build.manifest()) ? [/^\/pagefind\/fragment\//] : []),
  ];
}

function expectTimes(items: readonly Item[], now: Date): void {
  const texts = listTexts();
  const replaced = written.filter((marker) => !items.some((item) => item.marker === marker));
  expect(replaced.flatMap((marker) => find(texts, marker))).toEqual([]);
  const { redirects } = build.manifest();
  const sitemap = [...texts].filter(([name]) => name.startsWith('/sitemap-')).map(([, text]) => text);
  for (const item of items) {
    const label = `${JSON.stringify(item)} at ${now.toISOString()}`;
    const places = find(texts, item.marker);
    const isListed = sitemap.some((text) => text.includes(`/${item.slug}<`));
    const former = redirects.filter(({ from }) => from === `/former-${item.collection}`);
    const { hasEntryPages } = definitionOf(item.collection);
    if (isShown(item, now)) {
      for (const place of expectedPlaces(item)) {
        const isThere = places.some((name) => (place instanceof RegExp ? place.test(name) : name === place));
        expect(isThere, `${label} in ${place}`).toBe(true);
      }
      if (hasEntryPages) expect([isListed, former.length], label).toEqual([true, 1]);
      continue;
    }
    expect(places, label).toEqual([]);
    // A link to a hidden entry would be dead. The file of entries contains its name, since others refer to it.
    const links = find(texts, item.slug).filter((name) => name !== 'entries');
    expect([links, isListed, former], label).toEqual([[], false, []]);
  }
}

let requests = 0;

async function ask(path: string, options: RequestInit = {}): Promise<string> {
  // The rate limits are per client.
  const headers = { ...options.headers, 'X-Forwarded-For': `192.0.2.${(requests += 1) % 250}` };
  const response = await fetch(site.origin + path, { ...options, headers });
  return `${response.status} ${await response.text()}`;
}

/** Returns only what was found: the rest of the answer repeats the query. */
async function searchFor(word: string): Promise<string> {
  const body = (await ask(`/api/search?q=${word}`)).replace(/^200 /, '');
  const { results, answer } = JSON.parse(body) as { results: unknown; answer: unknown };
  return JSON.stringify({ results, answer });
}

function callTool(name: string, input: object): Promise<string> {
  return ask('/mcp', toolCall(name, input));
}

/** Returns the responses of the running server that may contain an entry. */
async function listAnswers({ collection, slug, marker }: Item): Promise<Record<string, string>> {
  const address = entryAddress(collection, slug);
  const base = definitionOf(collection).base || '/';
  return {
    page: await ask(address),
    twin: await ask(`${address.replace(/#.*/, '')}.md`),
    list: await ask(base),
    search: await searchFor(marker),
    'MCP search':
      (await callTool('search', { query: 'title summary text that has enough words' })) +
      (await callTool('search', { query: slug.replace('-', ' ') })),
    'MCP read_page': await callTool('read_page', { url: address }),
    register: await ask('/register'),
    'course finder': await ask('/courses/find'),
    'API description': await ask('/openapi.json'),
  };
}

async function expectAnswers(items: readonly Item[], now: Date): Promise<void> {
  const { publishedAt } = build.manifest();
  await vi.waitFor(
    async () => {
      const shown = items.filter((item) => isShown(item, now));
      for (const item of shown) {
        const { page, search, register } = await listAnswers(item);
        expect(page).toContain(item.marker);
        expect(search).toContain(item.marker);
        if (item.collection === 'courses') expect(register).toContain(item.marker);
      }
      for (const item of items.filter((each) => !shown.includes(each)))
        for (const [name, answer] of Object.entries(await listAnswers(item)))
          expect(
            answer.toLowerCase().includes(item.marker),
            `${item.marker} in ${name} at ${publishedAt}`,
          ).toBe(false);
    },
    { timeout: 150_000, interval: 200 },
  );
}

const everything = fc.record({
  times: fc.array(timesArbitrary, { minLength: collectionNames.length, maxLength: collectionNames.length }),
  now: moments,
  later: moments,
});

test.each(fc.sample(everything, 4))(
  'at any time, a hidden entry is in no output and a visible entry is in all of its outputs: at $now, then at $later',
  async ({ times, now, later }) => {
    const items = itemsOf(times);
    write(items);

    const { refused } = await publisher.publishFolder(now);
    // A file that refers to a draft has an error, so its last good state stays published.
    const accepted = keep(
      items,
      refused.map(({ file }) => file),
    );
    expectTimes(accepted, now);
    await publisher.publishSnapshot(later);
    await finishBrowserIndex(build.dist);
    expect(hasBrowserIndex(build.manifest())).toBe(true);

    expectTimes(accepted, later);
    await expectAnswers(accepted, later);
  },
);

const last = new Map<CollectionName, Item>();

/** Returns the published state of each file. */
function keep(items: readonly Item[], refused: readonly string[]): Item[] {
  for (const item of items) {
    if (!refused.some((file) => file.endsWith(`${item.collection}/${item.slug}.mdx`)))
      last.set(item.collection, item);
  }
  return [...last.values()];
}
