import { expect, test } from 'vitest';
import { readEntries } from '#lib/content/checking/entry.ts';
import { contentCollections } from '#lib/content/collections.ts';
import { isOver } from '#lib/content/event.ts';
import { formatPeriod } from '#lib/content/formats.ts';
import { dayOf, withOffset } from '#lib/content/local-time.ts';
import { dayIn } from '#lib/content/terms.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { readFileSync } from 'node:fs';
import { institute } from '#lib/content/current-institute.ts';
import { serveSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';

// Whether an event is over depends on the day of the publication.
const { publishedAt } = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as Manifest;
const publishedOn = dayIn(institute().timeZone, new Date(publishedAt));
const events = (
  await readEntries('src/content', { now: new Date(publishedAt), timeZone: institute().timeZone })
)
  .filter(({ collection }) => collection === 'events')
  .map(({ address, frontMatter }) => ({
    ...contentCollections.events.schema.parse(frontMatter?.data),
    address,
  }))
  .toSorted((a, b) => a.starts.localeCompare(b.starts));
const upcoming = events.filter((event) => !isOver(event, publishedOn));
const past = events.filter((event) => isOver(event, publishedOn)).toReversed();

const server = useShared(() => serveSite());

async function read(path: string, accept = 'text/html'): Promise<string> {
  const response = await fetch(server.origin + path, { headers: { accept } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

function addressesIn(text: string): string[] {
  return [...text.matchAll(/\/events\/[\w-]+/g)].map(([address]) => address);
}

test('/events lists the next event first and past events below, in HTML and in Markdown', async () => {
  const [html, markdown] = await Promise.all([read('/events'), read('/events', 'text/markdown')]);
  const article = /<article>.*<\/article>/s.exec(html)?.[0] ?? '';

  const expected = [...upcoming, ...past].map(({ address }) => address);
  expect(addressesIn(article)).toEqual(expected);
  expect(addressesIn(markdown)).toEqual(expected);
  const [, later = '', over = ''] = markdown.split(/^## /m);
  expect(addressesIn(later)).toEqual(upcoming.map(({ address }) => address));
  expect(addressesIn(over)).toEqual(past.map(({ address }) => address));
});

test('an event page shows time and place in both variants, and offers registration until the event is over', async () => {
  for (const event of events) {
    const [html, markdown] = await Promise.all([read(event.address), read(`${event.address}.md`)]);
    const place = event.place ?? event.online ?? '';

    for (const text of [html, markdown]) {
      expect([event.address, text.includes(formatPeriod(event)), text.includes(place)]).toEqual([
        event.address,
        true,
        true,
      ]);
    }
    expect(markdown).toContain('type: "event"');
    const isOffered = event.registration !== undefined && !isOver(event, publishedOn);
    expect([event.address, /class="action"/.test(html)]).toEqual([event.address, isOffered]);
    expect([event.address, html.includes('Past event')]).toEqual([event.address, isOver(event, publishedOn)]);
  }
});

test('an event page describes its event with the offset of its time zone', async () => {
  for (const event of events) {
    const html = await read(event.address);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const { '@graph': things } = JSON.parse(json) as { '@graph': Record<string, unknown>[] };

    expect(things.find((thing) => thing['@type'] === 'Event')).toMatchObject({
      name: event.title,
      startDate: withOffset(institute().timeZone, event.starts),
      endDate: withOffset(institute().timeZone, event.ends),
    });
  }
});

test('GET /api/search with the type event returns only events', async () => {
  const [event] = events;
  const query = new URLSearchParams({ q: event?.title ?? '', type: 'event' });

  const response = await fetch(`${server.origin}/api/search?${query.toString()}`);

  const { results, facets } = (await response.json()) as {
    results: { url: string; type: string }[];
    facets: { type: Record<string, number> };
  };
  expect(response.status).toBe(200);
  expect(results.map(({ type }) => type)).toEqual(results.map(() => 'event'));
  expect(results.map(({ url }) => new URL(url).pathname)).toContain(event?.address);
  expect(facets.type['event']).toBeGreaterThan(0);
});

test('/search shows the label of the type', async () => {
  expect(await read('/search?q=moss')).toMatch(/Events \(\d+\)/);
});

test('the API description, llms.txt and the sitemap include events', async () => {
  const [openapi, llms, sitemap] = await Promise.all(
    ['/openapi.json', '/llms.txt', '/sitemap-0.xml'].map((path) => read(path)),
  );

  expect(openapi).toMatch(/"enum":\s*\[[^\]]*"event"/);
  expect(addressesIn(llms ?? '').toSorted()).toEqual(events.map(({ address }) => address).toSorted());
  expect(sitemap).toContain('/events</loc>');
});

test('the calendar and its feed list the events that are not over', async () => {
  const [calendar, feed] = await Promise.all([read('/calendar'), read('/calendar.ics')]);
  const starts = upcoming.map((event) =>
    new Date(withOffset(institute().timeZone, event.starts)).toISOString().replaceAll(/[-:]|\.000/g, ''),
  );

  expect(addressesIn(calendar)).toEqual(upcoming.map(({ address }) => address));
  expect([...feed.matchAll(/^DTSTART:(\S+)/gm)].map(([, start]) => start)).toEqual(starts);
  expect(addressesIn(feed.replaceAll('\r\n ', ''))).toEqual(upcoming.map(({ address }) => address));
  for (const { starts: time } of upcoming) expect(calendar).toContain(`datetime="${dayOf(time)}"`);
});
