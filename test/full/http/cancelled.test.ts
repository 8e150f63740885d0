import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import type { CourseFacts } from '#lib/finder/match.ts';
import { copyBuild, type CopiedBuild } from '#test/copied-build.ts';
import { serveSite, type ServedSite } from '#test/served-site.ts';
import { openTerm } from '#test/http/forms-site.ts';

const instead = 'Take it in the year after, at the same hours.';
const offering = `  - term: ${openTerm.season}\n`;
const slug = globSync('*.mdx', { cwd: 'src/content/courses' })
  .toSorted()
  .find((name) => readFileSync(`src/content/courses/${name}`, 'utf8').split(offering).length === 2)!
  .replace('.mdx', '');
let build: CopiedBuild;
let site: ServedSite;
let code = '';

beforeAll(async () => {
  build = copyBuild();
  build.edit(`courses/${slug}.mdx`, (text) => {
    code = /^code: (\S+)/m.exec(text)?.[1] ?? '';
    const cancelled = `    cancelled: { term: ${openTerm.id}, instead: "${instead}" }\n`;
    return text.replace(offering, offering + cancelled);
  });
  await (await openSitePublisher(build.dist)).publishFolder();
  site = await serveSite(build.dist, { CONTENT_DIR: build.contentDir });
}, 60_000);

afterAll(async () => {
  await site.stop();
  build.remove();
});

const read = async (path: string) => (await fetch(site.origin + path)).text();

test.each([
  ['the page of the course', `/courses/${slug}`],
  ['the list of courses', '/courses'],
  ['the course finder', '/courses/find'],
  ['the course finder, filtered by the term and the code', `/courses/find?term=${openTerm.id}&q=`],
  ['the comparison', `/courses/compare?code=`],
  ['the registration page that a link to the course opens', '/register?course='],
])('%s says that an offering is cancelled and what to do instead', async (_where, path) => {
  const html = await read(path.endsWith('=') ? path + code : path);

  expect(html).toMatch(new RegExp(`${openTerm.title}: cancelled\\.`));
  expect(html).toContain(instead);
});

test('the course finder lists the cancelled course for its term, in Markdown too', async () => {
  const path = `/courses/find?term=${openTerm.id}&q=${code}`;

  const markdown = await (await fetch(site.origin + path, { headers: { Accept: 'text/markdown' } })).text();

  expect(markdown).toContain(`/courses/${slug})`);
  expect(markdown).toContain(`${openTerm.title}: cancelled.`);
  expect(markdown).toContain(instead);
});

test('the list of courses includes the cancelled run in the data for the browser’s filters', async () => {
  const html = await read('/courses');

  const rows = [...html.matchAll(/data-course="([^"]*)"/g)].map(
    ([, facts = '']) => JSON.parse(facts.replaceAll(/&#34;|&quot;/g, '"')) as CourseFacts,
  );
  const facts = rows.find((row) => row.code === code);
  expect(facts?.cancelled.map(({ term }) => term)).toEqual([openTerm.id]);
  expect(facts?.runs.map(({ term }) => term)).not.toContain(openTerm.id);
});

test('the course finder leaves the cancelled course out if it filters by free seats', async () => {
  const html = await read(`/courses/find?term=${openTerm.id}&seats=1`);

  expect(html).toContain('form="compare"');
  expect(html).not.toContain(`value="${code}" form="compare"`);
});

test('the calendar of a course names the cancelled term and none of its meetings', async () => {
  const file = (await read(`/courses/${slug}.ics`)).replaceAll('\r\n ', '');

  expect(file).toContain(`cancelled in ${openTerm.title}`);
  expect(file).toContain(`DESCRIPTION:${instead.replace(',', '\\,')}`);
  const days = [...file.matchAll(/DTSTART:(\d{4})(\d\d)(\d\d)T/g)].map(([, ...parts]) => parts.join('-'));
  expect(days.filter((day) => openTerm.starts <= day && day <= openTerm.ends)).toEqual([]);
});
