import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findRoutePolicy } from '#app/route-policies.ts';
import { useShared } from '#test/use-shared.ts';
import { serveWithDirectory } from './auth-site.ts';
import { newClient, serveForms } from './forms-site.ts';

/** Pages that need no session. They contain no staff content. */
const open: Record<string, { status: number; location?: string }> = {
  '/staff/sign-in': { status: 200 },
  '/staff/signed-out': { status: 200 },
  '/staff/sign-out': { status: 303, location: '/staff/signed-out' },
  '/staff/refused': { status: 303, location: '/staff/sign-in' },
  '/staff/notice': { status: 303, location: '/staff' },
};

/** Every address below /staff, with 1 for each parameter. */
const paths = globSync('**/*.{astro,ts}', { cwd: 'src/pages/staff' })
  .map((file) => `/staff/${file}`.replace(/\.(astro|ts)$/, '').replace(/\/index$/, ''))
  .map((path) => path.replaceAll(/\[(?:\.\.\.)?[^\]]+\]/g, '1'))
  .toSorted();

const unconfigured = useShared(() => serveForms());
// No test contacts the directory, so none is started.
const site = useShared(() =>
  serveWithDirectory({ issuer: 'http://127.0.0.1:9', environment: { TRUSTED_PROXIES: 'loopback' } }),
);

const ask = (url: string, method: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method,
    redirect: 'manual',
    // Each from another client: together, the requests exceed the limit of one.
    headers: { Origin: site.siteUrl, 'X-Forwarded-For': newClient(), ...headers },
    ...(method === 'POST' && { body: new URLSearchParams({ note: 'kept' }) }),
  });

test('the same staff routes need no session in the table of route policies', () => {
  const withoutSession = paths.filter((path) => findRoutePolicy(path).session === 'none');

  expect(withoutSession).toEqual(Object.keys(open).toSorted());
});

test('the list of staff routes includes all public ones', () => {
  expect(paths).toContain('/staff');
  for (const path of Object.keys(open)) expect(paths).toContain(path);
});

test.each(paths)('%s returns nothing without a session', async (path) => {
  const expected = open[path];

  for (const accept of ['text/html', 'text/markdown', 'text/csv', '*/*']) {
    const read = await ask(site.siteUrl + path, 'GET', { Accept: accept });
    const html = await read.text();

    if (expected) {
      expect([read.status, read.headers.get('location') ?? undefined]).toEqual([
        expected.status,
        expected.location,
      ]);
    } else {
      expect([read.status, read.headers.get('location')?.split('?')[0]]).toEqual([303, '/staff/sign-in']);
      expect(html).toBe('');
    }
    expect(read.headers.get('cache-control')).toBe('no-store');
    expect(read.headers.get('x-robots-tag')).toBe('noindex');
  }
});

test.each(paths.filter((path) => !open[path]))('%s rejects forms without a session', async (path) => {
  const posted = await ask(site.siteUrl + path, 'POST');
  const foreign = await ask(site.siteUrl + path, 'POST', { Origin: 'https://evil.example' });
  const html = await posted.text();

  // Routes without forms may check the method first.
  expect([401, 404, 405]).toContain(posted.status);
  if (posted.status === 401) expect(html).toContain('Sign in first');
  expect(html).not.toContain('value="kept"');
  expect([403, 404, 405]).toContain(foreign.status);
});

test('without a directory /staff explains the configuration, and every other route redirects there', async () => {
  const page = await fetch(`${unconfigured.origin}/staff`);
  const html = await page.text();

  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(html).toContain('/api/auth/callback/directory');
  for (const name of ['OIDC_ISSUER', 'SESSION_SECRET', 'STAFF_EMAILS']) expect(html).toContain(name);
  for (const path of paths.filter((each) => each !== '/staff' && each !== '/staff/signed-out')) {
    const response = await ask(unconfigured.origin + path, 'GET');
    expect([response.status, response.headers.get('location')], path).toEqual([303, '/staff']);
  }
});

test('without a directory the API returns 503 and no session', async () => {
  const session = await fetch(`${unconfigured.origin}/api/auth/session`);
  const statuses = await Promise.all(
    [
      ['GET', ''],
      ['GET', '/csrf'],
      ['POST', '/signin/directory'],
      ['POST', '/session'],
      ['GET', '/nothing'],
    ].map(async ([method = '', path]) => {
      const response = await fetch(`${unconfigured.origin}/api/auth${path}`, { method });
      const body = (await response.json()) as { error: { code: string } };
      return `${response.status} ${body.error.code} ${response.headers.get('cache-control')}`;
    }),
  );

  expect([await session.text(), session.headers.get('cache-control')]).toEqual(['null', 'no-store']);
  expect(new Set(statuses)).toEqual(new Set(['503 AUTH_NOT_CONFIGURED no-store']));
  expect(unconfigured.troubles().filter(({ name }) => name === 'auth')).toEqual([]);
});
