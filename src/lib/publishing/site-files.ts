import type { PublishedPage } from '#lib/content/manifest.ts';
import { escapeHtml } from '#lib/content/html-text.ts';

/** What these files say of the institute; `site.ts` provides it. */
export type Institute = {
  name: string;
  description: string;
  /** What machines may do with the texts, as contentsignals.org names it. */
  contentSignals: Readonly<Record<string, string>>;
  /** Crawlers that robots.txt names, by the name that they give themselves. */
  crawlers: readonly string[];
  /** The host has files alone: nothing that it says may promise an interface. */
  isStatic?: boolean;
};

/** Sitemaps hold 50,000 addresses at most; the index names them all. */
export function writeSitemaps(
  pages: readonly PublishedPage[],
  siteUrl: string,
): { path: string; text: string }[] {
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
  return [...maps, { path: '/sitemap-index.xml', text: xml('sitemapindex', index) }];
}

/**
 * RFC 9309, with the signals of contentsignals.org. The map for agents stands in a comment, since Lighthouse holds
 * `Agentmap` for a mistake that costs a site eight points for search engines; pages and their `Link` headers say
 * it too.
 */
export function writeRobotsTxt(siteUrl: string, { contentSignals, crawlers, isStatic }: Institute): string {
  const signals = Object.entries(contentSignals).map(([name, value]) => `${name}=${value}`);
  const rules = [...(signals.length > 0 ? [`Content-Signal: ${signals.join(', ')}`] : []), 'Allow: /', ''];
  const named = crawlers.map((crawler) => `User-agent: ${crawler}`);
  return [
    ...['User-agent: *', ...rules],
    ...(named.length > 0 ? ['# The same for those that work for language models.', ...named, ...rules] : []),
    `Sitemap: ${siteUrl}/sitemap-index.xml`,
    ...(isStatic ? [] : [`# Agentmap: ${siteUrl}/.well-known/ard.json`]),
    '',
  ].join('\n');
}

function xml(root: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;
}
