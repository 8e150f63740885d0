import { escapeHtml } from '#lib/content/html-text.ts';

type FeedItem = {
  title: string;
  summary: string;
  /** Path of the page. */
  path: string;
  /** The first path that the page had. */
  firstPath: string;
  /** Day of publication. */
  date: string;
  /** Day of the last change. */
  updated?: string | undefined;
  author?: string | undefined;
};

export type Feed = {
  siteUrl: string;
  /** Path of the feed. */
  path: string;
  /** Path of the page with the same items. */
  pagePath: string;
  title: string;
  /** The author of items that name none. */
  author: string;
  language: string;
  /** Newest first. */
  items: readonly FeedItem[];
  /** Date of the last change in a feed without items. */
  now: Date;
};

/** Writes an Atom feed (RFC 4287). The id of an item is the first address of its page, which never changes. */
export function writeNewsFeed({ siteUrl, items, now, ...feed }: Feed): string {
  const latest = items.map(changedOn).toSorted().at(-1) ?? now.toISOString().slice(0, 10);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">`,
    `<title>${escapeXml(feed.title)}</title>`,
    `<id>${escapeXml(siteUrl + feed.path)}</id>`,
    `<updated>${instant(latest)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(siteUrl + feed.path)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(siteUrl + feed.pagePath)}"/>`,
    `<author><name>${escapeXml(feed.author)}</name></author>`,
    ...items.map((item) => writeItem(item, siteUrl)),
    '</feed>',
    '',
  ].join('\n');
}

function writeItem(item: FeedItem, siteUrl: string): string {
  const url = escapeXml(new URL(item.path, siteUrl).href);
  return [
    '<entry>',
    `<title>${escapeXml(item.title)}</title>`,
    `<id>${escapeXml(new URL(item.firstPath, siteUrl).href)}</id>`,
    `<published>${instant(item.date)}</published>`,
    `<updated>${instant(changedOn(item))}</updated>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<link rel="alternate" type="text/markdown" href="${url}.md"/>`,
    ...(item.author ? [`<author><name>${escapeXml(item.author)}</name></author>`] : []),
    `<summary>${escapeXml(item.summary)}</summary>`,
    '</entry>',
  ].join('\n');
}

/** Ignores changes before the day of publication. */
function changedOn({ date, updated }: FeedItem): string {
  return updated && updated > date ? updated : date;
}

function instant(day: string): string {
  return `${day}T00:00:00Z`;
}

/** Also removes characters that XML cannot represent: control characters and lone surrogates. */
function escapeXml(text: string): string {
  return escapeHtml(
    text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
  );
}
