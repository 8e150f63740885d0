import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { setOwnComponents } from '#lib/content/components.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { serveSite } from '#test/served-site.ts';
import { staffSettings } from '#test/staff-session.ts';
import { createStaffClient } from '#test/http/staff-client.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() => serveSite('dist', staffSettings));

const { get } = createStaffClient(() => site.origin);
const folder = 'dist/client/_astro';
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
/** Scripts with CodeMirror. */
const editors = scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('cm-content'));

test('the editor is one script, which no other script imports', () => {
  const importing = scripts.filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return editors.some((editor) => name !== editor && text.includes(editor));
  });

  expect(editors).toHaveLength(1);
  expect(importing).toEqual([]);
});

test('the editor’s script has at most 400 kB, compressed', () => {
  const sizes = editors.map((name) => gzipSync(readFileSync(join(folder, name))).length);

  expect(Math.max(...sizes)).toBeLessThanOrEqual(400_000);
});

test('the editor’s script is on the page of the editor, and on no other page', async () => {
  const { pages } = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as Manifest;
  const overview = await (await get('/staff', 'admin')).text();
  const staff = [...overview.matchAll(/href="(\/staff[^"#]*)"/g)].map(([, path = '']) => path);
  const desk = ['', '/new', '/changes', '/pictures', '/report', '/history?file=pages/about.mdx'];
  const paths = [
    ...pages.filter(({ status }) => status === 200).map(({ path }) => path),
    ...['/search', '/courses/find', '/register', ...staff],
    ...desk.map((path) => `/staff/content${path}`),
  ];

  const loading = [];
  for (const path of new Set(paths)) {
    const html = await (await get(path, 'admin')).text();
    if (editors.some((name) => html.includes(name))) loading.push(path);
  }
  const editor = await (await get('/staff/content/edit?file=pages/about.mdx', 'admin')).text();

  expect(paths.length).toBeGreaterThan(100);
  expect(loading).toEqual([]);
  expect(editor).toContain(editors[0]);
});

test('the editor offers components of the institute’s own', async () => {
  const description = 'The opening hours of a room.';
  const example = '<OpeningHours />';
  setOwnComponents([{ name: 'OpeningHours', description, hasContent: false, attributes: {}, example }]);
  onTestFinished(() => setOwnComponents([]));

  const editor = await (await get('/staff/content/edit?file=pages/about.mdx', 'admin')).text();

  expect(editor).toContain(description);
});
