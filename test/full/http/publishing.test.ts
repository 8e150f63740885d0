import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { deserialize } from 'node:v8';
import { parse } from 'parse5';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { describeOutcome, tryToPublish } from '#app/publisher/publish-requested.ts';
import { createDraftRenderer } from '#app/desk/draft-renderer.ts';
import { openSitePublisher, type SitePublisher } from '#app/publisher/site-publisher.ts';
import type { PageIndex } from '#lib/build-format/page-index-format.ts';
import { contentReportSchema } from '#lib/content/report-file.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { openPublished } from '#lib/delivery/published.ts';
import { listManifests, readManifest } from '#lib/delivery/read-manifest.ts';
import { attackSnippets } from '#lib/content/documents/attack-snippets.fixture.ts';
import { readInlineCode } from '#lib/publishing/inline-code.ts';
import { openPassages } from '#lib/search/open-passages.ts';
import { openSearch } from '#lib/search/search.ts';
import { badAliases, badNames, namedBadly } from '#test/bad-names.ts';
import { copyBuild } from '#test/copied-build.ts';
import { smallBuild } from '#test/small-build.ts';
import { useShared } from '#test/use-shared.ts';

const course = 'courses/soil-science.mdx';
const address = '/courses/soil-science';
const build = useShared(async () => copyBuild(await smallBuild()));
let publisher: SitePublisher;
let renderDraft: ReturnType<typeof createDraftRenderer>;

beforeAll(async () => {
  publisher = await openSitePublisher(build.dist);
  renderDraft = createDraftRenderer(publisher.drafting);
});

afterEach(() => {
  vi.unstubAllEnvs();
  build.restore();
});

async function search(query: string): Promise<string[]> {
  const { searchIndex, passages } = build.manifest().serverFiles;
  const opened = await openSearch({
    indexFile: join(build.dist, searchIndex),
    passagesFile: join(build.dist, passages),
    siteUrl: 'http://localhost:4321',
  });
  const { results } = await opened.search({ query, types: [], limit: 10, offset: 0 });
  await opened.close();
  return results.map(({ url }) => new URL(url).pathname);
}

function readIndex(): PageIndex {
  return deserialize(readFileSync(join(build.dist, build.manifest().serverFiles.searchIndex))) as PageIndex;
}

test('files with bad names are left out and reported, and servers can open the publication of everything else', async () => {
  const before = build.manifest();
  for (const name of badNames) {
    mkdirSync(dirname(join(build.contentDir, name)), { recursive: true });
    writeFileSync(join(build.contentDir, name), namedBadly);
  }
  const good = namedBadly.replace('title:', `aliases: [/was-good, ${badAliases.join(', ')}]\ntitle:`);
  writeFileSync(join(build.contentDir, 'pages/good.mdx'), namedBadly);
  writeFileSync(join(build.contentDir, 'pages/with-aliases.mdx'), good);

  const { refused } = await publisher.publishFolder();

  const after = build.manifest();
  const pathsOf = (manifest: Manifest) => manifest.pages.map(({ path }) => path);
  expect(pathsOf(openPublished(build.dist).manifest)).toEqual(pathsOf(after));
  expect(pathsOf(after).toSorted()).toEqual([...pathsOf(before), '/good'].toSorted());
  expect(after.redirects).toEqual(before.redirects);
  const named = new Set(refused.map(({ file }) => relative(build.contentDir, resolve(file))));
  expect(named).toEqual(new Set([...badNames, 'pages/with-aliases.mdx']));
  expect(refused.every(({ line, fix }) => line > 0 && fix !== '')).toBe(true);
});

test('a publication that no server could open is not activated, and the failure names the file', async () => {
  const before = build.manifest();
  const [icon] = before.files.filter(({ path }) => path === '/icon.svg');
  const withClash = { ...before, files: [...before.files, { ...icon!, path: '/clash' }] };
  build.writeManifest(withClash);
  writeFileSync(join(build.contentDir, 'pages/clash.mdx'), namedBadly);

  const outcome = await tryToPublish(() => publisher.publishFolder());

  expect(outcome.failure).toBe('the address /clash of pages/clash.mdx is already in use: rename this file');
  expect(build.manifest()).toEqual(withClash);
});

test('the last complete publications are kept with all their files', async () => {
  for (const turn of [1, 2, 3, 4, 5]) {
    build.edit(course, (text) => `${text}\nTurn ${turn}.\n`);
    await publisher.publishFolder();
  }

  const kept = listManifests(build.dist);
  expect(kept).toHaveLength(5);
  const shown = kept.map((file) => {
    const { addresses } = openPublished(build.dist, {}, readManifest(build.dist, file));
    const page = readFileSync(addresses.get(address)!.html.identity.stored.file, 'utf8');
    return page.match(/Turn \d/g)?.length;
  });
  expect(shown).toEqual([5, 5, 4, 3, 2]);
});

test('a publication uses the settings of the build, even if the publishing process has other settings', async () => {
  vi.stubEnv('SITE_URL', 'https://elsewhere.example');
  vi.stubEnv('CONTACT_EMAIL', 'somebody@elsewhere.example');

  const { changed } = await publisher.publishFolder(new Date(build.manifest().publishedAt));

  expect(changed).toBe(0);
  expect(build.find('elsewhere.example')).toEqual([]);
});

test('an edit is in the page, its twin, the search, the passages and the list of pages', async () => {
  build.edit(course, (text) =>
    text.replace(/^updated: .*$/m, 'updated: 2026-11-20').replace(/$/, '\nThe zymurgy of podzols is new.\n'),
  );

  const { changed } = await publisher.publishFolder();

  expect(changed).toBeGreaterThan(0);
  expect(build.find('zymurgy of podzols')).toEqual(
    expect.arrayContaining([address, `${address}.md`, expect.stringMatching(/^\/courses\/llms-full/)]),
  );
  expect(build.text('/sitemap-0.xml')).toMatch(/soil-science<\/loc><lastmod>2026-11-20/);
  expect(await search('zymurgy')).toEqual([address]);
  expect(build.manifest().isComplete).toBe(true);
});

test('after an edit and its reversal, the search index is the same as in a build', async () => {
  const [source, before] = [(await publisher.readSource(course)) ?? '', readIndex()];

  build.edit(course, (text) => text.replace(/$/, '\nThe zymurgy of podzols is new.\n'));
  await publisher.publishFolder();
  const edited = readIndex();
  build.edit(course, () => source);
  await publisher.publishFolder();

  expect(edited.stems).toContain('zymurgi');
  expect(readIndex()).toEqual(before);
});

test('the next publication completes one that was interrupted before its search index was written', async () => {
  const { serverFiles } = build.manifest();
  build.edit(course, (text) => `${text}\nThe zymurgy of podzols is new.\n`);
  await publisher.publishFolder();
  const interrupted = { ...build.manifest(), isComplete: false };
  const { searchIndex, passages } = serverFiles;
  build.writeManifest({ ...interrupted, serverFiles: { ...interrupted.serverFiles, searchIndex, passages } });
  expect(await search('zymurgy')).toEqual([]);

  const { changed } = await (await openSitePublisher(build.dist)).publishSnapshot();

  expect(changed).toBe(0);
  expect(await search('zymurgy')).toEqual([address]);
  expect(build.manifest().isComplete).toBe(true);
});

test('a removed page is no longer found, and its address redirects to the page that has it as an alias', async () => {
  const [item] = build.manifest().pages.filter(({ path }) => /^\/news\/./.test(path));
  if (!item) throw new Error('the sample has no news');
  rmSync(join(build.contentDir, `${item.path}.mdx`.slice(1)));
  build.edit('pages/about.mdx', (text) => text.replace(/^---\n/, `---\naliases: [${item.path}]\n`));

  await publisher.publishFolder();

  const { pages, redirects, serverFiles } = build.manifest();
  expect(pages.map(({ path }) => path)).not.toContain(item.path);
  expect(redirects).toContainEqual({ from: item.path, to: '/about' });
  expect(build.find(`${item.path}.md`)).toEqual([]);
  expect(await search(item.title)).not.toContain(item.path);
  const passages = openPassages(join(build.dist, serverFiles.passages));
  expect(passages.all().filter(({ path }) => path === item.path)).toEqual([]);
  passages.close();
});

test('a removed address is reported, and menus that link to it are reported and keep their last good state', async () => {
  rmSync(join(build.contentDir, 'pages/visit.mdx'));

  const { refused, warnings } = await publisher.publishFolder();

  const report = readFileSync(join(build.dist, build.manifest().serverFiles.contentReport ?? ''), 'utf8');
  const { problems } = contentReportSchema.parse(JSON.parse(report));
  expect(build.text('/visit')).toBeUndefined();
  expect(refused.map(({ file }) => file)).toContainEqual(
    expect.stringMatching(/settings\/navigation\.yaml$/),
  );
  expect(problems).toContainEqual(
    expect.objectContaining({
      file: expect.stringMatching(/\/pages$/),
      severity: 'warning',
      message: 'the address /visit was published and no longer leads to a page',
    }),
  );
  expect(warnings.map(({ message }) => message)).toContain(
    'the address /visit was published and no longer leads to a page',
  );
  expect((await publisher.publishFolder()).warnings).toEqual([]);
  expect(problems).toContainEqual(
    expect.objectContaining({
      file: expect.stringMatching(/settings\/navigation\.yaml$/),
      message: 'the link /visit leads to no page',
    }),
  );
});

test('a file with an error keeps its last good state and is reported; other files are published', async () => {
  const before = build.text(address);
  build.edit(course, (text) => `${text}\n<Unclosed\n`);
  build.edit('pages/about.mdx', (text) => `${text}\nA palimpsest of fields.\n`);

  const { refused, changed } = await publisher.publishFolder();

  expect(refused.map(({ file }) => file)).toEqual([expect.stringContaining(course)]);
  expect(changed).toBe(1);
  expect(build.text(address)).toBe(before);
  expect(build.text('/about')).toContain('palimpsest');
});

test('a partially written file keeps its last good state', async () => {
  const source = (await publisher.readSource(course)) ?? '';
  const before = build.text(address);
  const halves = [
    '',
    source.slice(0, source.indexOf('subject:')),
    source.slice(0, source.indexOf('offerings:') + 20),
    `${source}\n<Callout type="war`,
    `${source}\n<Callout type="tip" title="Half">\n\nText\n`,
  ];

  for (const half of halves) {
    build.edit(course, () => half);
    const { refused } = await publisher.publishFolder();
    expect(
      refused.map(({ file }) => file),
      half.slice(-30),
    ).toContainEqual(expect.stringContaining(course));
    expect(build.text(address), half.slice(-30)).toBe(before);
  }
});

test('a failed publication leaves the last one in place and reports the cause, and the next one is complete', async () => {
  const before = build.manifest();
  const obstacle = join(build.dist, 'manifest.json.new');
  build.edit(course, (text) => `${text}\nA quincunx of alders.\n`);
  mkdirSync(obstacle);

  const failed = await tryToPublish(() => publisher.publishFolder());
  const afterFailure = build.manifest();
  rmSync(obstacle, { recursive: true });
  await publisher.publishFolder();

  expect(describeOutcome(failed)).toBe(`not published: ${obstacle} cannot be read or written (EISDIR)`);
  expect(afterFailure).toEqual(before);
  expect(build.manifest().isComplete).toBe(true);
  expect(build.find('quincunx of alders')).toContain(address);
});

test('a publication at a scheduled time uses the content of the last publication, not half-edited files', async () => {
  build.edit(course, (text) => `${text}\nHalf a sent`);

  await publisher.publishSnapshot();
  expect(build.find('Half a sent')).toEqual([]);

  await publisher.publishFolder();
  expect(build.text(address)).toContain('Half a sent');
});

test('publishing without the content folder fails with its name and changes nothing', async () => {
  const before = build.manifest();
  rmSync(build.contentDir, { recursive: true });

  await expect(publisher.publishFolder()).rejects.toThrow(/^the content folder .* cannot be read$/);

  expect(build.manifest()).toEqual(before);
});

test('an entry appears at publishAt and disappears at unpublishAt, without an edit', async () => {
  const text = 'title: Sluice\nsummary: How the sluice at the gate is opened and closed in spring.';
  writeFileSync(
    join(build.contentDir, 'handbook/sluice.mdx'),
    `---\n${text}\npublishAt: 2027-02-01T09:00:00Z\nunpublishAt: 2027-02-03T09:00:00Z\n---\n\nThe brachiopod sluice.\n`,
  );

  const isShownAt = async (moment: string) => {
    await publisher.publishSnapshot(new Date(moment));
    return build.find('brachiopod sluice').length > 0;
  };

  await publisher.publishFolder(new Date('2027-02-01T08:00:00Z'));
  expect(build.find('brachiopod')).toEqual([]);
  expect(await publisher.nextChange(new Date('2027-02-01T08:00:00Z'))).toEqual(
    new Date('2027-02-01T09:00:00Z'),
  );
  expect(await isShownAt('2027-02-01T08:59:59Z')).toBe(false);
  expect(await isShownAt('2027-02-01T09:00:00Z')).toBe(true);
  expect(await isShownAt('2027-02-03T08:59:59Z')).toBe(true);
  expect(await isShownAt('2027-02-03T09:00:00Z')).toBe(false);
});

const renderText = (text: string) => renderDraft({ file: course, overlay: { [course]: text } });

test('a notice appears at "from" and disappears at "until", without an edit, and a draft shows it before that', async () => {
  const notice =
    'text: The brachiopod bridge is closed.\nfrom: 2027-02-01T09:00Z\nuntil: 2027-02-03T09:00Z\n';
  build.edit('settings/notice.yaml', () => notice);

  const isShownAt = async (moment: string) => {
    await publisher.publishSnapshot(new Date(moment));
    return build.text('/about')?.includes('brachiopod bridge');
  };

  await publisher.publishFolder(new Date('2027-02-01T08:00:00Z'));
  expect(build.find('brachiopod')).toEqual([]);
  expect(await publisher.nextChange(new Date('2027-02-01T08:00:00Z'))).toEqual(
    new Date('2027-02-01T09:00:00Z'),
  );
  const draft = await renderDraft(
    { overlay: {}, file: 'settings/notice.yaml' },
    new Date('2027-02-01T08:00:00Z'),
  );
  expect(draft).toMatchObject({
    address: '/',
    problems: [],
    html: expect.stringContaining('brachiopod bridge'),
  });
  expect(await isShownAt('2027-02-01T09:00:00Z')).toBe(true);
  expect(await publisher.nextChange(new Date('2027-02-03T08:00:00Z'))).toEqual(
    new Date('2027-02-03T09:00:00Z'),
  );
  expect(await isShownAt('2027-02-03T08:59:59Z')).toBe(true);
  expect(await isShownAt('2027-02-03T09:00:00Z')).toBe(false);
});

test('a draft of settings is rendered with its problems', async () => {
  const draft = (text: string) =>
    renderDraft({ overlay: { 'settings/home.yaml': text }, file: 'settings/home.yaml' });
  const audience = (path: string) =>
    `audiences:\n  - title: You row\n    text: The boats are behind the weir.\n    link: { title: The boats, path: ${path} }\n`;

  expect((await draft(audience('/visit'))).html).toContain('The boats are behind the weir.');
  expect((await draft(audience('/boats'))).problems).toMatchObject([
    { line: 4, message: 'the link /boats leads to no page' },
  ]);
  expect(await draft('audiences: none')).toMatchObject({ html: undefined, problems: [{ line: 1 }] });
});

test('a draft is rendered from unsaved text like the published page, and is not published', async () => {
  const published = build.text(address) ?? '';
  const source = (await publisher.readSource(course)) ?? '';

  expect((await renderText(source)).html).toBe(published);

  const { html: draft } = await renderText(source.replace(/^---\n/, '---\ndraft: true\n') + '\nUnsaved.\n');
  expect(draft).toContain('Unsaved.');
  expect(build.find('Unsaved.')).toEqual([]);
});

test('the problems of a draft include broken references to other files, and pages are rendered with other drafts', async () => {
  const source = (await publisher.readSource(course)) ?? '';
  const draft = `${source}\nSee [this](/courses/no-such-course).\n\n<Fee course="SOIL999" />\n`;
  const title = (text: string) => text.replace(/^title: .*/m, 'title: A title from a draft');

  const own = await renderDraft({ file: course, overlay: { [course]: draft } });
  const list = await renderDraft({ address: '/courses', overlay: { [course]: title(source) } });
  const gone = await renderDraft({ address: '/courses', overlay: { [course]: null } });
  const after = await renderDraft({ address: '/courses', overlay: {} });

  const messages = own.problems.map(({ message }) => message);
  expect(messages).toContain('the link /courses/no-such-course leads to no page');
  expect(messages).toContain('there is no course "SOIL999"');
  expect(own.address).toBe(address);
  expect(list.html).toContain('A title from a draft');
  expect(gone.html).not.toContain(`href="${address}"`);
  expect(after.html).toContain(`href="${address}"`);
});

test('no attack in a draft adds a script, a handler or a style to the page or its policy', async () => {
  const source = (await publisher.readSource(course)) ?? '';
  const clean = readInlineCode(parse((await renderText(source)).html ?? ''));
  let rendered = 0;

  for (const snippet of attackSnippets) {
    const { html } = await renderText(`${source}\n\n${snippet}\n`);
    if (html === undefined) continue;
    rendered += 1;
    expect(readInlineCode(parse(html)), snippet).toEqual(clean);
    expect(html.match(/<[^>]*\son[a-z]+\s*=/gi), snippet).toBeNull();
    expect(html.match(/(href|src)\s*=\s*["']?\s*javascript:/gi), snippet).toBeNull();
  }
  expect(rendered).toBeGreaterThan(20);
});
