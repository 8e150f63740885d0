import type { PublishedPage } from './manifest.ts';

/** What these files say of the institute; `site.ts` provides it. */
export type Institute = {
  name: string;
  description: string;
  /** What machines may do with the texts, as contentsignals.org names it. */
  contentSignals: Readonly<Record<string, string>>;
};

const sections: readonly [PublishedPage['type'], string][] = [
  ['program', 'Programs'],
  ['course', 'Courses'],
  ['page', 'About the institute'],
  ['handbook', 'Handbook'],
  ['news', 'News'],
];
/** Readers of llms.txt take in about this many characters. */
const llmsTxtAtMost = 50_000;

/**
 * The map of the site for machines (llmstxt.org): every page's twin by section. Where notes would make it
 * longer than 50,000 characters, they are left out.
 */
export function writeLlmsTxt(pages: readonly PublishedPage[], siteUrl: string, institute: Institute): string {
  const render = (withNotes: boolean) => {
    const lists = sections.flatMap(([type, title]) => {
      const inSection = pages.filter((page) => page.type === type && page.status === 200);
      const lines = inSection.map(({ title: name, markdownPath, description }) => {
        const note = withNotes && description ? `: ${oneLine(description)}` : '';
        return `- [${oneLine(name).replaceAll(/[[\]\\]/g, '\\$&')}](${siteUrl}${markdownPath})${note}`;
      });
      return lines.length > 0 ? [`## ${title}`, '', ...lines, ''] : [];
    });
    const search = `Search: ${siteUrl}/api/search?q=... answers JSON. Any page also answers Markdown to \`Accept: text/markdown\`.`;
    return [`# ${institute.name}`, '', `> ${oneLine(institute.description)}`, '', search, '', ...lists].join(
      '\n',
    );
  };
  const full = render(true);
  return full.length < llmsTxtAtMost ? full : render(false);
}

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
      return `<url><loc>${escapeXml(new URL(path, siteUrl).href)}</loc>${changed}</url>`;
    });
    return { path: `/sitemap-${index}.xml`, text: xml('urlset', entries) };
  });
  const index = maps.map(({ path }) => `<sitemap><loc>${escapeXml(siteUrl + path)}</loc></sitemap>`);
  return [...maps, { path: '/sitemap-index.xml', text: xml('sitemapindex', index) }];
}

export function writeRobotsTxt(siteUrl: string, { contentSignals }: Institute): string {
  const signals = Object.entries(contentSignals).map(([name, value]) => `${name}=${value}`);
  return [
    'User-agent: *',
    ...(signals.length > 0 ? [`Content-Signal: ${signals.join(', ')}`] : []),
    'Allow: /',
    '',
    `Sitemap: ${siteUrl}/sitemap-index.xml`,
    '',
  ].join('\n');
}

function xml(root: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
