import { expect, test } from 'vitest';
import { negotiateResponse } from './negotiate-response.ts';

const options = {
  siteUrl: 'https://site.example',
  pageLinks: ['</llms.txt>; rel="describedby"'],
  toTwin: (html: string, path: string) => `# ${path} ${html.length}`,
};
const page = (init?: ResponseInit) =>
  new Response('<p>Found</p>', {
    ...init,
    headers: { 'Content-Type': 'text/html', Vary: 'Cookie', ETag: '"x"' },
  });
const asking = (accept?: string, init?: RequestInit) =>
  new Request('http://host.example/search?q=%3Csoil', { ...init, headers: accept ? { accept } : {} });

test('leaves HTML unchanged and adds Accept to Vary', async () => {
  const answer = await negotiateResponse(asking('text/html'), page(), options);

  expect(await answer.text()).toBe('<p>Found</p>');
  expect(answer.headers.get('Vary')).toBe('Cookie, Accept');
  expect(answer.headers.get('Link')).toBe('</llms.txt>; rel="describedby"');
  expect(answer.headers.get('ETag')).toBe('"x"');
});

test('returns Markdown at the same address and with the same status', async () => {
  const answer = await negotiateResponse(asking('text/markdown'), page({ status: 404 }), options);

  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe('# /search?q=%3Csoil 12');
  expect(answer.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
  expect(answer.headers.get('Vary')).toBe('Cookie, Accept');
  expect(answer.headers.get('Cache-Control')).toMatch(/^private/);
  expect(answer.headers.get('ETag')).toBeNull();
});

test('links the canonical address on the site, and the twin only if there is one', async () => {
  const [without, withTwin] = await Promise.all([
    negotiateResponse(asking('text/markdown'), page(), options),
    negotiateResponse(asking('text/markdown'), page(), { ...options, markdownPath: '/search.md' }),
  ]);

  expect(without.headers.get('Link')).toBe(
    '<https://site.example/search?q=%3Csoil>; rel="canonical", </llms.txt>; rel="describedby"',
  );
  expect(without.headers.get('Content-Location')).toBeNull();
  expect(withTwin.headers.get('Content-Location')).toBe('/search.md');
});

test('responds with 406 if no variant is acceptable, except for an error page', async () => {
  const [found, missing] = await Promise.all([
    negotiateResponse(asking('image/png'), page(), options),
    negotiateResponse(asking('image/png'), page({ status: 404 }), options),
  ]);

  expect([found.status, missing.status]).toEqual([406, 404]);
  expect(found.headers.get('Cache-Control')).toBe('no-store');
  expect(found.headers.get('Vary')).toBe('Cookie, Accept');
  expect(missing.headers.get('Content-Type')).toBe('text/html');
});

test('keeps no-store, and leaves other types and methods unchanged', async () => {
  const json = Response.json({});
  const secret = page();
  secret.headers.set('Cache-Control', 'no-store');
  const form = page();

  const stored = await negotiateResponse(asking('text/markdown'), secret, options);

  expect(stored.headers.get('Cache-Control')).toBe('no-store');
  expect(await negotiateResponse(asking('text/markdown'), json, options)).toBe(json);
  expect(await negotiateResponse(asking('text/markdown', { method: 'POST' }), form, options)).toBe(form);
});
