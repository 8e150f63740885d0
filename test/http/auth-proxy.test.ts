import { expect, test } from 'vitest';
import { hiddenField, openBrowser, serveBehindTls, sessionOf, signIn } from './auth-site.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() => serveBehindTls());

/** Headers that a proxy passes on when a client forges the site's origin. */
test.each<Record<string, string>>([
  {},
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' },
  { forwarded: 'host=evil.example;proto=http' },
  { host: 'evil.example', 'x-forwarded-host': 'evil.example:444' },
])('behind a TLS proxy, cookies and URLs use the public origin, even with the headers %j', async (added) => {
  const browser = openBrowser(site.proxy.fetch);
  site.proxy.added = added;

  const done = await signIn(browser, site.siteUrl, { callbackUrl: '/staff?a=1' });
  const page = await (await browser.send(`${site.siteUrl}/staff/sign-out`)).text();
  const session = await sessionOf(browser, site.siteUrl);
  const left = await browser.send(`${site.siteUrl}/staff/sign-out`, {
    form: { csrf: hiddenField(page, 'csrf') },
    headers: { Origin: site.siteUrl },
  });
  const end = new URL(left.headers.get('location') ?? '');

  expect(done.headers.get('location')).toBe(`${site.siteUrl}/staff?a=1`);
  expect(session).toMatchObject({ user: { name: 'Rosalind Carver' } });
  expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${site.siteUrl}/staff/signed-out`);
  const own = browser.received.filter((line) => /authjs|lectern/.test(line));
  expect(own.length).toBeGreaterThan(5);
  for (const line of own) {
    expect(line).toMatch(/^__(Host|Secure)-/);
    expect(line).toMatch(/; Secure/);
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; Path=\/(;|$)/);
    expect(line).not.toMatch(/domain=/i);
  }
  expect(own.join()).not.toContain('evil.example');
});

test('a secure cookie is not accepted under its insecure name', async () => {
  const browser = openBrowser(site.proxy.fetch);
  site.proxy.added = {};
  await signIn(browser, site.siteUrl);
  const { host } = new URL(site.siteUrl);
  const secure = browser.cookies.get(`${host} __Host-authjs.session-token`) ?? '';
  browser.cookies.delete(`${host} __Host-authjs.session-token`);
  browser.cookies.set(`${host} authjs.session-token`, secure);

  expect(secure).not.toBe('');
  expect(await sessionOf(browser, site.siteUrl)).toBeNull();
});
