import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serveSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() => serveSite());

const read = async (path: string) => (await fetch(site.origin + path)).text();

test('each course has a calendar of its meetings, and its page links to it', async () => {
  const response = await fetch(`${site.origin}/courses/soil-science.ics`);
  const file = await response.text();
  const html = await read('/courses/soil-science');

  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
  ]);
  expect(file).toContain('X-WR-CALNAME:Soil Science (SOIL101)\r\n');
  expect(new Set(file.match(/TRANSP:\w+/g))).toEqual(new Set(['TRANSP:OPAQUE']));
  expect(file.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThanOrEqual(12);
  const ids = [...file.matchAll(/UID:(.*)/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(file.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(html).toMatch(/href="webcal:\/\/[^"]+\/courses\/soil-science\.ics"/);
  expect(html).toMatch(/href="https:\/\/calendar\.google\.com\/calendar\/render\?cid=webcal/);
  expect(html).toMatch(/href="https:\/\/outlook\.live\.com\/calendar\/0\/addfromweb\?url=/);
});

test('a course without weekly meetings has its first and last days in its calendar', async () => {
  const file = await read('/courses/research-project.ics');

  expect(file).toMatch(/SUMMARY:Research Project starts/);
  expect(file).toMatch(/SUMMARY:Research Project ends/);
});

test('an event has its own calendar file, and links that add it to a calendar', async () => {
  const page = await read('/events');
  const [, path = ''] = /href="(\/events\/[a-z0-9-]+)"/.exec(page) ?? [];
  // On some days, all events of the sample are over.
  const isUpcoming = !page.slice(0, page.indexOf(path)).includes('id="past"');

  const file = await read(`${path}.ics`);
  const html = await read(path);

  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(html.includes('calendar.google.com/calendar/render?action=TEMPLATE')).toBe(isUpcoming);
  expect(html.includes(`${path}.ics`)).toBe(isUpcoming);
});

test('the page of dates links to the calendar of all dates', async () => {
  expect(await read('/calendar')).toMatch(/href="webcal:\/\/[^"]+\/calendar\.ics"/);
  expect(await read('/calendar.ics')).not.toContain('TRANSP:OPAQUE');
});

const uidsIn = (file: string) => (file.replaceAll('\r\n ', '').match(/^UID:.*(?=\r)/gm) ?? []).toSorted();

test('no two events of a calendar share a UID', async () => {
  const slugs = ['courses', 'events'].flatMap((folder) =>
    globSync('*.mdx', { cwd: `src/content/${folder}` }).map(
      (name) => `/${folder}/${name.replace('.mdx', '')}`,
    ),
  );
  for (const path of [...slugs, '/calendar']) {
    const uids = uidsIn(await read(`${path}.ics`));

    expect([path, new Set(uids).size]).toEqual([path, uids.length]);
  }
});
