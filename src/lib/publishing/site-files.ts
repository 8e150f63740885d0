import type { PublishedPage } from '#lib/build-format/manifest.ts';
import { documents } from '#lib/content/discovery-documents.ts';
import { escapeHtml } from '#lib/content/html-text.ts';

/** Facts about the institute for these files. */
export type Institute = {
  name: string;
  description: string;
  /** How machines may use the texts (contentsignals.org). */
  contentSignals: Readonly<Record<string, string>>;
  /** User agents of crawlers that robots.txt names. */
  crawlers: readonly string[];
  /** True if the site is hosted as static files, without search, API and MCP. */
  isStatic?: boolean;
};

/** A sitemap has at most 50,000 addresses, so there may be several, with an index. */
export function writeSitemaps(pages: readonly PublishedPage[], siteUrl: string) {
  const open = pages.filter((page) => page.status === 200);
  const count = Math.max(1, Math.ceil(open.length / 50_000));
  const maps = Array.from({ length: count }, (_, index) => {
    const entries = open.slice(index * 50_000, (index + 1) * 50_000).map(({ path, updated }) => {
      const changed = updated ? `<lastmod>${updated}</lastmod>` : '';
      return `<url><loc>${escapeHtml(new URL(path, siteUrl).href)}</loc>${changed}</url>`;
    });
    return { path: `/sitemap-${index}.xml`, text: xml('urlset', entries) };
  });
  const index = maps.map(({ path }) => `<sitemap><loc>${escapeHtml(siteUrl + path)}</loc></sitemap>`);
  return [...maps, { path: documents.sitemap.path, text: xml('sitemapindex', index) }];
}

/**
 * RFC 9309, with the signals of contentsignals.org. `Agentmap` is in a comment because Lighthouse reports it as an
 * error. Pages and their `Link` headers contain the same link.
 */
export function writeRobotsTxt(siteUrl: string, { contentSignals, crawlers, isStatic }: Institute): string {
  const signals = Object.entries(contentSignals).map(([name, value]) => `${name}=${value}`);
  const rules = [...(signals.length > 0 ? [`Content-Signal: ${signals.join(', ')}`] : []), 'Allow: /', ''];
  const named = crawlers.map((crawler) => `User-agent: ${crawler}`);
  return [
    ...['User-agent: *', ...rules],
    ...(named.length > 0 ? ['# The same for crawlers of language models.', ...named, ...rules] : []),
    `Sitemap: ${siteUrl}${documents.sitemap.path}`,
    ...(isStatic ? [] : [`# Agentmap: ${siteUrl}${documents.ard.path}`]),
    '',
  ].join('\n');
}

function xml(root: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;
}
