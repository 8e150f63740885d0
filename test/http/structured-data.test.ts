import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { client, described } from '#test/structured-data.ts';
import { pageCollections } from '#lib/content/collections.ts';

test('an entry with a picture shows it in previews of links and in its structured data, with its description', () => {
  const pages = ['courses/soil-science', 'programs/diploma-catchment-restoration', 'news/weir-bursary-2026'];
  const pictures = [...pages, 'events/meadow-plant-count-2027'].map((path) => {
    const html = readFileSync(join(client, `${path}.html`), 'utf8');
    const [preview = '', alt = ''] = ['image', 'image:alt'].map(
      (name) => new RegExp(`<meta property="og:${name}" content="([^"]+)"`).exec(html)?.[1],
    );
    const subject = described.find(({ file }) => file === `${path}.html`)?.things[0] ?? {};
    return { path, isOwn: /\/_astro\/[^/]+-1200\.jpeg$/.test(preview), preview, alt, subject };
  });

  for (const { preview, subject } of pictures) expect(subject).toMatchObject({ image: preview });
  expect(pictures.filter(({ isOwn }) => !isOwn).map(({ path }) => path)).toEqual(['news/weir-bursary-2026']);
  expect(pictures[0]?.alt).toMatch(/^Drawing of /);
});

const typesOn = (path: string) =>
  described.find(({ file }) => file === path)?.things.map((thing) => thing['@type']) ?? [];

test('each kind of page has structured data about its subject and its breadcrumbs', () => {
  const expected: [path: RegExp, types: string[]][] = [
    [/^index\.html$/, ['EducationalOrganization', 'WebSite']],
    ...pageCollections
      // A collection that an institute has added may have no entries yet.
      .filter(({ base }) => base !== '' && described.some(({ file }) => file.startsWith(`${base.slice(1)}/`)))
      .map(({ base, ...definition }): [RegExp, string[]] => [
        new RegExp(`^${base.slice(1)}/.+`),
        [...('structuredData' in definition ? [definition.structuredData] : []), 'BreadcrumbList'],
      ]),
  ];

  const lacking = expected.flatMap(([path, types]) => {
    const pages = described.filter(({ file }) => path.test(file));
    const poor = pages.filter(({ file }) => types.some((type) => !typesOn(file).includes(type)));
    return pages.length === 0 ? [String(path)] : poor.map(({ file }) => file);
  });

  expect(lacking).toEqual([]);
  expect(typesOn('admissions.html')).toContain('FAQPage');
});

test('the structured data of a course has terms, fees and the institute', () => {
  const course = described.find(({ file }) => file === 'courses/soil-science.html')?.things[0];

  expect(course).toMatchObject({
    courseCode: 'SOIL101',
    provider: { '@id': expect.stringMatching(/\/#institute$/) },
    offers: { price: 720, priceCurrency: 'GBP' },
    hasCourseInstance: expect.arrayContaining([
      expect.objectContaining({ courseMode: 'Online', maximumAttendeeCapacity: 60 }),
    ]),
  });
});
