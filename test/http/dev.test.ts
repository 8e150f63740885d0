import { afterAll, beforeAll, expect, test } from 'vitest';
import { getWithAccept } from '#test/get-with-accept.ts';
import { startPreview, type Preview } from '#test/preview-site.ts';

let preview: Preview;

beforeAll(async () => {
  preview = await startPreview('src/content');
});

afterAll(() => preview.stop());

test('npm run dev serves a page, its Markdown, a page on demand and a search', async () => {
  const { origin } = preview;

  const page = await getWithAccept(origin, '/courses/soil-science', 'text/html');
  const twin = await getWithAccept(origin, '/courses/soil-science', 'text/markdown');
  const onDemand = await getWithAccept(origin, '/register', 'text/html');
  const found = await getWithAccept(origin, '/api/search?q=hydrolgy', null);

  expect([page.status, twin.status, onDemand.status, found.status]).toEqual([200, 200, 200, 200]);
  expect(page.body).toContain('<h1');
  expect(twin.body).toContain('# Soil Science');
  expect(JSON.parse(found.body)).toMatchObject({ correction: 'hydrology' });
}, 60_000);
