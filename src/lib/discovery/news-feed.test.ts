import fc from 'fast-check';
import sax from 'sax';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { writeNewsFeed, type Feed } from './news-feed.ts';

const feed: Feed = {
  siteUrl: 'https://example.org',
  path: '/news/feed.xml',
  pagePath: '/news',
  title: 'News & more',
  author: 'Institute',
  language: 'en-GB',
  items: [
    {
      title: 'A <b> & "c"\u0007',
      summary: 'Second.',
      path: '/news/b',
      firstPath: '/news/b',
      date: '2026-05-02',
      author: 'Ann',
    },
    {
      title: 'First',
      summary: 'One.',
      path: '/news/a',
      firstPath: '/news/first',
      date: '2026-01-01',
      updated: '2026-06-03',
    },
  ],
  now: new Date('2026-11-21T00:00:00Z'),
};

test('writeNewsFeed writes id, dates and author of each item, and the latest change of the feed', () => {
  const xml = writeNewsFeed(feed);

  expect(xml.match(/<id>(.*)<\/id>/g)).toEqual([
    '<id>https://example.org/news/feed.xml</id>',
    '<id>https://example.org/news/b</id>',
    '<id>https://example.org/news/first</id>',
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

/** The elements of an XML text, and the text in the elements of one name. */
function readElements(xml: string, wanted: string) {
  const parser = new sax.SAXParser(true, { strictEntities: true });
  const names: string[] = [];
  const open: string[] = [];
  const texts: string[] = [];
  parser.onopentag = ({ name }) => {
    names.push(name);
    open.push(name);
    if (name === wanted) texts.push('');
  };
  parser.onclosetag = () => open.pop();
  parser.ontext = (text) => {
    if (open.at(-1) === wanted) texts.push(`${texts.pop() ?? ''}${text}`);
  };
  parser.onerror = () => {
    throw new Error(`Not XML: ${xml}`);
  };
  parser.write(xml).close();
  return { names, texts };
}

test('writeNewsFeed writes the same elements for any text', () => {
  const pieces = fc.constantFrom(
    '</title>',
    ']]>',
    '<![CDATA[',
    '<!--',
    '&',
    '&#x1b;',
    '"',
    "'",
    '\r',
    '\0',
    '\uD800',
    '\uFFFE',
  );
  const text = fc.array(fc.oneof(pieces, anyString())).map((parts) => parts.join(''));
  const { names } = readElements(writeNewsFeed({ ...feed, items: feed.items.slice(0, 1) }), 'title');

  fc.assert(
    fc.property(text, text, text, (title, summary, author) => {
      const items = [
        {
          title,
          summary,
          path: `/news/${encodeURIComponent('a"b')}`,
          firstPath: `/news/${encodeURIComponent('b"a')}`,
          date: '2026-05-02',
          author: `a${author}`,
        },
      ];

      const read = readElements(writeNewsFeed({ ...feed, title, author, items }), 'title');

      expect(read.names).toEqual(names);
      expect(read.texts[0]?.replaceAll(/[^a-z0-9<>&]/gi, '')).toBe(title.replaceAll(/[^a-z0-9<>&]/gi, ''));
    }),
  );
});
