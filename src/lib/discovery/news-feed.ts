export type FeedItem = {
  title: string;
  summary: string;
  /** Path of its page. */
  path: string;
  /** Day of publication, and of the last change where there was one. */
  date: string;
  updated?: string | undefined;
  author?: string | undefined;
};

export type Feed = {
  siteUrl: string;
  /** Of the feed itself. */
  path: string;
  /** The page that shows the same. */
  pagePath: string;
  title: string;
  /** Who speaks where an item names nobody. */
  author: string;
  language: string;
  /** Newest first. */
  items: readonly FeedItem[];
  /** Stands in for the day of the last change where there is no item. */
  now: Date;
};

/** An Atom feed (RFC 4287). Items are told by their addresses, which never change. */
export function writeNewsFeed({ siteUrl, items, now, ...feed }: Feed): string {
  const latest = items.map(changedOn).toSorted().at(-1) ?? now.toISOString().slice(0, 10);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escape(feed.language)}">`,
    `<title>${escape(feed.title)}</title>`,
    `<id>${escape(siteUrl + feed.path)}</id>`,
    `<updated>${instant(latest)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escape(siteUrl + feed.path)}"/>`,
    `<link rel="alternate" type="text/html" href="${escape(siteUrl + feed.pagePath)}"/>`,
    `<author><name>${escape(feed.author)}</name></author>`,
    ...items.map((item) => writeItem(item, siteUrl)),
    '</feed>',
    '',
  ].join('\n');
}

function writeItem(item: FeedItem, siteUrl: string): string {
  const url = escape(new URL(item.path, siteUrl).href);
  return [
    '<entry>',
    `<title>${escape(item.title)}</title>`,
    `<id>${url}</id>`,
    `<published>${instant(item.date)}</published>`,
    `<updated>${instant(changedOn(item))}</updated>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<link rel="alternate" type="text/markdown" href="${url}.md"/>`,
    ...(item.author ? [`<author><name>${escape(item.author)}</name></author>`] : []),
    `<summary>${escape(item.summary)}</summary>`,
    '</entry>',
  ].join('\n');
}

/** Changes before the day of publication are nobody's concern. */
function changedOn({ date, updated }: FeedItem): string {
  return updated && updated > date ? updated : date;
}

function instant(day: string): string {
  return `${day}T00:00:00Z`;
}

/** Also leaves out what XML has no way to write: control characters and lone surrogates. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
