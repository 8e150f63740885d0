import { expect, test } from 'vitest';
import type { PublishedPage } from '#lib/build-format/manifest.ts';
import { writeRobotsTxt, writeSitemaps } from './site-files.ts';

const institute = {
  name: 'Institute',
  description: 'Teaches things.',
  contentSignals: { search: 'yes', 'ai-train': 'no' },
  crawlers: ['GoodBot', 'OtherBot'],
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
    inlineCode: 0,
    ...changes,
  };
}

test('a sitemap escapes addresses and contains the date of the last change if known', () => {
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

test('a site with more than 50,000 pages has a second sitemap', () => {
  const pages = Array.from({ length: 50_001 }, (_, number) => page(`/${number}`));

  const files = writeSitemaps(pages, 'https://example.org');

  expect(files.map(({ path }) => path)).toEqual(['/sitemap-0.xml', '/sitemap-1.xml', '/sitemap-index.xml']);
});

test('robots.txt contains the content signals for all and for named crawlers, and links to the sitemaps', () => {
  expect(writeRobotsTxt('https://example.org', institute)).toBe(
    `User-agent: *
Content-Signal: search=yes, ai-train=no
Allow: /

# The same for crawlers of language models.
User-agent: GoodBot
User-agent: OtherBot
Content-Signal: search=yes, ai-train=no
Allow: /

Sitemap: https://example.org/sitemap-index.xml
# Agentmap: https://example.org/.well-known/ard.json
`,
  );
});
