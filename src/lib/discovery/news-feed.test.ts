import { expect, test } from 'vitest';
import { writeNewsFeed, type Feed } from './news-feed.ts';

const feed: Feed = {
  siteUrl: 'https://example.org',
  path: '/news/feed.xml',
  pagePath: '/news',
  title: 'News & more',
  author: 'Institute',
  language: 'en-GB',
  items: [
    { title: 'A <b> & "c"\u0007', summary: 'Second.', path: '/news/b', date: '2026-05-02', author: 'Ann' },
    { title: 'First', summary: 'One.', path: '/news/a', date: '2026-01-01', updated: '2026-06-03' },
  ],
  now: new Date('2026-11-21T00:00:00Z'),
};

test('writeNewsFeed gives each item its id, days and author, and the feed the latest change', () => {
  const xml = writeNewsFeed(feed);

  expect(xml.match(/<id>(.*)<\/id>/g)).toEqual([
    '<id>https://example.org/news/feed.xml</id>',
    '<id>https://example.org/news/b</id>',
    '<id>https://example.org/news/a</id>',
  ]);
  expect(xml.match(/<updated>(.*)<\/updated>/g)).toEqual([
    '<updated>2026-06-03T00:00:00Z</updated>',
    '<updated>2026-05-02T00:00:00Z</updated>',
    '<updated>2026-06-03T00:00:00Z</updated>',
  ]);
  expect(xml).toContain('<author><name>Ann</name></author>');
});

test('writeNewsFeed escapes markup and removes control characters', () => {
  const xml = writeNewsFeed(feed);

  expect(xml).toContain('<title>News &amp; more</title>');
  expect(xml).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot;</title>');
});

test('writeNewsFeed without items uses the current day', () => {
  expect(writeNewsFeed({ ...feed, items: [] })).toContain('<updated>2026-11-21T00:00:00Z</updated>');
});
