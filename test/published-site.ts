import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest, PublishedPage } from '#lib/build-format/manifest.ts';
import { onDemandPages } from '#lib/i18n/en/search.ts';
import { readContent } from '#lib/publishing/twin/article.ts';
import acceptTable from './data/accept.json' with { type: 'json' };
import { compareTwin, parseGfm } from './fidelity.ts';
import { getWithAccept } from './get-with-accept.ts';
import { findSearchFiles } from './search-files.ts';
import { serveSite, type ServedSite } from './served-site.ts';

/** Defines tests of a published site with any content. Call it at the top of a test file. */
export function testPublishedSite(build: () => Promise<string>): void {
  let dist: string;
  let site: ServedSite;
  let manifest: Manifest;
  let pages: PublishedPage[];

  beforeAll(async () => {
    dist = await build();
    manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest;
    pages = manifest.pages.filter((page) => page.status === 200);
    site = await serveSite(dist);
  }, 240_000);

  afterAll(async () => {
    expect(await site.stop()).toBe(0);
  });

  test('HTML, twins, search index, passages, sitemap and llms.txt have the same pages; the search index adds pages on demand', async () => {
    const paths = pages.map(({ path }) => path).sort();
    const onDemand = onDemandPages.map(({ path }) => path);
    const passages = new DatabaseSync(findSearchFiles(dist).passagesFile, { readOnly: true });
    const inPassages = passages.prepare('select distinct path from passages').all() as { path: string }[];
    passages.close();
    const sitemap = await (await fetch(`${site.origin}/sitemap-0.xml`)).text();
    const inSitemap = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    );
    const llms = await (await fetch(`${site.origin}/llms.txt`)).text();
    const inLlms = [...llms.matchAll(/\]\((\S+)\.md\)/g)].map(([, url = '']) =>
      new URL(url).pathname.replace(/^\/index$/, '/'),
    );
    const found = await countIndexed(site.origin);

    expect(inPassages.map(({ path }) => path).sort()).toEqual([...paths, ...onDemand].sort());
    expect(inSitemap.sort()).toEqual(paths);
    expect(inLlms.sort()).toEqual(paths);
    expect(found).toBe(paths.length + onDemand.length);
    for (const { html, markdown } of pages) {
      expect(existsSync(join(dist, html.file)) && existsSync(join(dist, markdown.file))).toBe(true);
    }
  });

  test('every twin has the words and structure of its page', { timeout: 120_000 }, () => {
    for (const page of pages) {
      const content = readContent(readFileSync(join(dist, page.html.file), 'utf8'));

      const comparison = compareTwin(content, readFileSync(join(dist, page.markdown.file), 'utf8'));

      expect(
        comparison.wordsKept,
        `${page.path}: ${comparison.missing.slice(0, 10).join(' ')}`,
      ).toBeGreaterThanOrEqual(0.995);
      expect(comparison.counts.twin, page.path).toEqual(comparison.counts.page);
    }
  });

  test('the text before the content of a page stays short, however large the site', () => {
    const before = pages.map(({ path, html }) => {
      const [, body = ''] = readFileSync(join(dist, html.file), 'utf8').split('<body');
      const [header = ''] = body.split('<h1');
      const text = header.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');
      return { path, characters: text.length };
    });

    expect(before.filter(({ characters }) => characters > 600)).toEqual([]);
  });

  test('published pages and pages on demand answer each Accept header of the table with its variant', async () => {
    for (const path of ['/', pages.find(({ type }) => type === 'handbook')!.path, '/search']) {
      for (const { accept, answer } of acceptTable.cases) {
        const { status, headers } = await getWithAccept(site.origin, path, accept);
        const kind =
          status === 406
            ? 'none'
            : headers['content-type']?.startsWith('text/markdown')
              ? 'markdown'
              : 'html';

        expect(kind, `${path} with ${String(accept)}`).toBe(answer);
        expect(headers.vary, path).toMatch(/\bAccept\b/);
        expect(status).toBe(answer === 'none' ? 406 : 200);
      }
    }
  });

  test(
    'every page and twin has its own address, and links of a twin are absolute',
    { timeout: 120_000 },
    async () => {
      for (const { path, markdownPath } of pages) {
        const html = await fetch(site.origin + encodeURI(path));
        const markdown = await fetch(site.origin + encodeURI(markdownPath));

        expect([html.status, markdown.status], path).toEqual([200, 200]);
        expect(html.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
        expect(markdown.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
        expect(markdown.headers.get('X-Robots-Tag')).toBe('noindex');
        expect(
          linksIn(await markdown.text()).filter((url) => !URL.canParse(url)),
          path,
        ).toEqual([]);
      }
    },
  );

  test('a page on demand is compressed if the client accepts it', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };

    const compressed = await fetch(`${site.origin}/search?q=water`, { headers });
    const plain = await getWithAccept(site.origin, '/search?q=water', 'text/html');

    expect(compressed.headers.get('Content-Encoding')).toBe('gzip');
    expect(await compressed.text()).toBe(plain.body);
  });

  test('an unknown address returns 404 as HTML, as Markdown and under /api as JSON', async () => {
    const html = await getWithAccept(site.origin, '/no/such/page', 'text/html');
    const markdown = await getWithAccept(site.origin, '/no/such/page', 'text/markdown');
    const json = await getWithAccept(site.origin, '/api/no/such/thing', 'text/html');

    expect([html.status, markdown.status, json.status]).toEqual([404, 404, 404]);
    expect(html.headers['content-type']).toMatch(/^text\/html/);
    expect(markdown.headers['content-type']).toMatch(/^text\/markdown/);
    expect(JSON.parse(json.body)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  test('a crawler that follows only Link headers, llms.txt and links in Markdown finds every page', async () => {
    const found = new Set<string>();
    const asked = new Set<string>(['/']);

    for (const path of asked) {
      const { headers, status, body } = await getWithAccept(site.origin, path, 'text/markdown');
      const isMarkdown = /^text\/(markdown|plain)/.test(headers['content-type'] ?? '');
      if (status !== 200 || !isMarkdown) continue;
      const links = (headers['link'] ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
      for (const [, url = '', relation] of links) {
        if (relation === 'canonical') found.add(decodeURI(new URL(url, manifest.siteUrl).pathname));
        if (relation === 'describedby') asked.add(url);
      }
      for (const url of linksIn(body)) {
        const { origin, pathname } = new URL(url);
        if (origin === manifest.siteUrl && /\.(md|txt)$/.test(pathname)) asked.add(pathname);
      }
    }

    const missed = pages.map(({ path }) => path).filter((path) => !found.has(path));
    expect(missed).toEqual([]);
  }, 60_000);

  test('llms.txt and llms-full.txt keep their size limits and include every page', async () => {
    const index = await (await fetch(`${site.origin}/llms-full.txt`)).text();
    const parts = [...index.matchAll(/\]\((\S+\.txt)\)/g)].map(([, url = '']) => new URL(url).pathname);
    const texts = await Promise.all(
      ['/llms.txt', '/llms-full.txt', ...parts].map(async (path) => (await fetch(site.origin + path)).text()),
    );
    const named = new Set(
      texts
        .join('\n')
        .match(/^Page: .*$/gm)
        ?.map((line) => new URL(line.slice(6)).pathname),
    );

    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(50_000);
    expect(pages.map(({ path }) => path).filter((path) => !named.has(encodeURI(path)))).toEqual([]);
  });

  test('a search for a page’s title finds the page', async () => {
    const missed: string[] = [];
    for (const { title, path } of pages) {
      const answer = await search(site.origin, { q: title.slice(0, 200), limit: '10' });
      if (!answer.results.some(({ url }) => new URL(url).pathname === path)) missed.push(path);
    }

    expect(missed.length / pages.length, missed.join(', ')).toBeLessThanOrEqual(0.03);
  });
}

/** Returns the URLs of all links and images in Markdown. */
function linksIn(markdown: string): string[] {
  const found: string[] = [];
  const visit = (node: { type: string; url?: string; children?: unknown[] }) => {
    if ((node.type === 'link' || node.type === 'image') && node.url !== undefined) found.push(node.url);
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  visit(parseGfm(markdown.replace(/^---\n[\s\S]*?\n---\n/, '')));
  return found;
}

type Answer = { total: number; correction: string | null; results: { url: string; excerpt: string }[] };

async function search(origin: string, parameters: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${origin}/api/search?${new URLSearchParams(parameters)}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** Returns the number of pages in the search index, as counted by Pagefind. */
async function countIndexed(origin: string): Promise<number> {
  const entry = (await (await fetch(`${origin}/pagefind/pagefind-entry.json`)).json()) as {
    languages: Record<string, { page_count: number }>;
  };
  return Object.values(entry.languages).reduce((sum, language) => sum + language.page_count, 0);
}
