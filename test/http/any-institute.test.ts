import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { serveSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';

// These tests pass with any institute's content. The other tests in this folder need the sample's.
const manifest = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as Manifest;
// The error pages have no addresses.
const pages = manifest.pages.filter(({ status }) => status !== 429 && status !== 500);
const server = useShared(() => serveSite());

test('every page responds as HTML and Markdown, with its title in both', async () => {
  for (const { path, title, status } of pages) {
    const [html, markdown] = await Promise.all(
      ['text/html', 'text/markdown'].map((accept) => fetch(server.origin + path, { headers: { accept } })),
    );

    expect([path, html?.status, markdown?.status]).toEqual([path, status, status]);
    expect([path, (await html?.text())?.includes('<h1')]).toEqual([path, true]);
    expect([path, (await markdown?.text())?.includes(title)]).toEqual([path, true]);
  }
});

test.each([
  '/courses/find',
  '/courses/compare',
  '/programs/compare',
  '/courses/seats.json',
  '/search',
  '/ask',
  '/register',
  '/newsletter',
  '/staff',
  '/api/health',
  '/openapi.json',
])('GET %s returns 200', async (path) => {
  const response = await fetch(server.origin + path);

  expect(response.status).toBe(200);
});

test('search finds a course by its title', async () => {
  const course = pages.find(({ type }) => type === 'course');

  const response = await fetch(`${server.origin}/api/search?q=${encodeURIComponent(course?.title ?? '')}`);

  const { results } = (await response.json()) as { results: { url: string }[] };
  expect(results.map(({ url }) => new URL(url).pathname)).toContain(course?.path);
});
