import { expect, test } from 'vitest';
import type { PublishedPage } from './manifest.ts';
import { writeLlmsTxt, writeRobotsTxt, writeSitemaps } from './site-files.ts';

const institute = {
  name: 'Institute',
  description: 'Teaches things.',
  contentSignals: { search: 'yes', 'ai-train': 'no' },
};

function page(path: string, changes: Partial<PublishedPage> = {}): PublishedPage {
  const body = { file: 'x', contentType: 'x', etag: '"x"', bytes: 1, br: null, gzip: null };
  return {
    path,
    markdownPath: `${path}.md`,
    type: 'page',
    title: `Title of ${path}`,
    description: 'A page about something.',
    updated: null,
    status: 200,
    html: body,
    markdown: body,
    ...changes,
  };
}

test('llms.txt has a title, a summary and each page’s twin in its section, but not the page for missing ones', () => {
  const pages = [page('/a', { type: 'course' }), page('/b'), page('/404', { status: 404 })];

  const text = writeLlmsTxt(pages, 'https://example.org', institute);

  expect(text).toMatch(/^# Institute\n\n> Teaches things\.\n/);
  expect(text).toMatch(
    /## Courses\n\n- \[Title of \/a\]\(https:\/\/example\.org\/a\.md\): A page about something\./,
  );
  expect(text).toContain('(https://example.org/b.md)');
  expect(text).not.toContain('404');
});

test('llms.txt stays below 50,000 characters by leaving notes out', () => {
  const pages = Array.from({ length: 400 }, (_, number) =>
    page(`/page-${number}`, { description: 'x'.repeat(100) }),
  );

  const text = writeLlmsTxt(pages, 'https://example.org', institute);

  expect(text.length).toBeLessThan(50_000);
  expect(text.match(/\.md\)/g)).toHaveLength(400);
});

test('brackets in a title do not break a link of llms.txt', () => {
  const text = writeLlmsTxt([page('/a', { title: 'Form [B]\n2' })], 'https://example.org', institute);

  expect(text).toContain('[Form \\[B\\] 2](https://example.org/a.md)');
});

test('a sitemap escapes addresses and tells the day of the last change where it is known', () => {
  const [map, index] = writeSitemaps(
    [page('/a&b', { updated: '2026-09-01' }), page('/c')],
    'https://example.org',
  );

  expect(map?.text).toContain(
    '<url><loc>https://example.org/a&amp;b</loc><lastmod>2026-09-01</lastmod></url>',
  );
  expect(map?.text).toContain('<url><loc>https://example.org/c</loc></url>');
  expect(index?.path).toBe('/sitemap-index.xml');
  expect(index?.text).toContain('<loc>https://example.org/sitemap-0.xml</loc>');
});

test('more than 50,000 pages make a second sitemap', () => {
  const pages = Array.from({ length: 50_001 }, (_, number) => page(`/${number}`));

  const files = writeSitemaps(pages, 'https://example.org');

  expect(files.map(({ path }) => path)).toEqual(['/sitemap-0.xml', '/sitemap-1.xml', '/sitemap-index.xml']);
});

test('robots.txt tells what machines may do and where the sitemap is', () => {
  expect(writeRobotsTxt('https://example.org', institute)).toBe(
    'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\nSitemap: https://example.org/sitemap-index.xml\n',
  );
});
