import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getWithAccept } from '#test/get-with-accept.ts';
import {
  offered,
  openTerm,
  registration,
  registrationPath,
  send,
  serveForms,
  type FormsSite,
} from './forms-site.ts';

let site: FormsSite;
const programs = readdirSync('src/content/programs').flatMap((name) =>
  name.endsWith('.mdx') ? name.replace('.mdx', '') : [],
);
const full = offered
  .map(({ code, offerings }) => ({ code, seats: offerings.reduce((sum, { seats }) => sum + seats, 0) }))
  .toSorted((a, b) => a.seats - b.seats)[0]!;

/** Fills the smallest course before the server starts, because it caches free seats for half a minute. */
beforeAll(async () => {
  const before = await serveForms();
  for (let seat = 0; seat <= full.seats; seat += 1) {
    await send(before.origin, registrationPath, registration({ courses: [full.code] }));
  }
  await before.stop();
  site = await serveForms({ DATA_DIR: before.dataDir });
});

afterAll(() => site.remove());

const read = async (path: string, accept = 'text/html') =>
  (await getWithAccept(site.origin, path, accept)).body;

/** The codes of the courses in the list. */
function codesIn(html: string): string[] {
  return [...html.matchAll(/name="code" value="([A-Z]+\d+)" form="compare"/g)].map(([, code = '']) => code);
}

test('the course finder lists the courses that match, in HTML and Markdown', async () => {
  const path = '/courses/find?q=peat&term=spring&mode=blended';

  const html = await read(path);
  const markdown = await read(path, 'text/markdown');

  expect(codesIn(html).toSorted()).toEqual(['REST201', 'SOIL701']);
  expect(html).toContain('<title>Courses: peat');
  expect(markdown).toContain('[Peatland Restoration](');
  expect(markdown).not.toContain('Soil Carbon');
  expect(markdown).toMatch(/Form "Find a course": send it at .*\/courses\/find/);
});

test('the form shows the chosen filters and the number of courses for each option', async () => {
  const html = await read('/courses/find?subject=soils&subject=none&day=fri&price=600&sort=price');

  expect(html).toMatch(/name="subject" value="soils" checked/);
  expect(html.match(/ checked/g)).toHaveLength(2);
  expect(html).toMatch(/name="price"[^>]*value="600"/);
  expect(html).toMatch(/<option value="price" selected/);
});

test('the closed filters say how many boxes are ticked and fields filled in, with several of one filter', async () => {
  const html = await read('/courses/find?q=peat&day=fri&time=evening&time=weekend&price=900&seats=1');

  expect(html).toContain('Filters (5 in use)');
});

test('an empty result links to the query without the filter that excludes everything', async () => {
  const html = await read('/courses/find?subject=law&level=7');

  expect(codesIn(html)).toEqual([]);
  expect(html).toMatch(
    /href="\/courses\/find\?subject=law#results"[^>]*>\s*Without “Level: Level 7, master’s”: 4 courses/,
  );
});

test('free seats and waiting lists are shown, and full courses can be left out', async () => {
  const all = await read(`/courses/find?term=${openTerm.id}`);
  const free = await read(`/courses/find?term=${openTerm.id}&seats=1`);
  const seats = (await (await fetch(`${site.origin}/courses/seats.json`)).json()) as Record<
    string,
    Record<string, { free: number; waiting: number }>
  >;

  expect(all).toContain('Full: 1 on the waiting list');
  expect(codesIn(all)).toContain(full.code);
  const withSeats = codesIn(all).filter(
    (code) => code !== full.code && offered.some((course) => course.code === code),
  );
  expect(codesIn(free)).toEqual(withSeats);
  expect(seats[openTerm.id]?.[full.code]).toEqual({ free: 0, waiting: 1 });
});

test('each term of a course is listed once, with its free seats and the times of all its groups', async () => {
  const rows = (await read('/courses/find')).split('class="course-row-title"').slice(1);
  const row = rows.find((each) => each.includes('REST201,'));

  expect(row?.match(/Spring \d{4}, from/g)).toHaveLength(1);
  expect(row).toMatch(/Spring[^]*seats free[^]*Fridays 10:00[^]*or Saturdays 10:00/);
  for (const each of rows) {
    const terms = each.match(/\w+ \d{4}, from/g) ?? [];
    expect(terms).toEqual([...new Set(terms)]);
  }
});

test('browsers cache free seats for as long as the server does, and other sites may read them', async () => {
  const { headers } = await fetch(`${site.origin}/courses/seats.json`);

  expect(headers.get('Cache-Control')).toBe('private, max-age=30');
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
});

test('up to three courses are compared side by side, in HTML and Markdown', async () => {
  const path = '/courses/compare?code=soil101&code=HYD101,REST201&code=LAW101&code=SOIL101';

  const html = await read(path);
  const markdown = await read(path, 'text/markdown');

  expect(html).toContain('These are the first three that you chose.');
  expect(markdown).toMatch(/^\| Course +\| \[Soil Science\]\(\S+\) \| \[Introduction to Hydrology\]/m);
  expect(markdown).toMatch(/^\| Price +\| £720 +\| £720 +\| £720 +\|$/m);
  expect(markdown).toMatch(/^\| Entry requirements +\| None +\| None +\| \[SOIL101 Soil Science\]/m);
});

test('without a known course, the comparison says how to choose courses', async () => {
  const html = await read('/courses/compare?code=NONE999&code=%3Cb%3E');

  expect(html).toContain('There is no course NONE999 or &lt;B&gt;.');
  expect(html).toContain('href="/courses/find"');
});

test('up to three programmes are compared side by side, in HTML and Markdown', async () => {
  const path =
    '/programs/compare?program=masters-land-and-water,Certificate-Land-and-Water&program=nowhere&program=%3Cb%3E';

  const html = await read(path);
  const markdown = await read(path, 'text/markdown');
  const tooMany = await read(`/programs/compare?program=${programs.join('&program=')}`);

  expect(html).toContain('There is no programme “nowhere” or “&lt;b&gt;”.');
  expect(html).toContain('href="/apply?program=masters-land-and-water"');
  expect(markdown).toMatch(
    /^\| Programme +\| \[Master’s in Land and Water\]\(\S+\) \| \[Certificate in Land and/m,
  );
  expect(markdown).toMatch(
    /^\| Length +\| Three years part time, 180 credits \| One year part time, 60 credits/m,
  );
  expect(markdown).toMatch(/^\| Apply by +\| \[See Admissions\]\(\S+\/admissions\S*\) /m);
  expect(tooMany).toContain('Three programmes fit side by side.');
  expect(tooMany.match(/class="comparison-remove"/g)).toHaveLength(3);
});

test('without a known programme, the comparison says how to choose programmes', async () => {
  const html = await read('/programs/compare');

  expect(html).toContain('<a href="/programs">Programmes</a>');
  for (const id of programs) expect(html).toContain(`<option value="${id}">`);
});

test.each([
  `q=${'x'.repeat(4_000)}`,
  `q=${encodeURIComponent('\u0315'.repeat(200))}`,
  'q=%00%ff&price=-1&sort=__proto__&day=constructor&level[]=4',
  'day=mon&'.repeat(500),
])('the course finder answers unusual parameters: %.40s', async (search) => {
  const response = await fetch(`${site.origin}/courses/find?${search}`);

  expect(response.status).toBe(200);
});
