import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDirectory, type DirectoryStandIn } from '#test/stand-ins/directory.ts';
import { startTlsProxy, type TlsProxy } from '#test/stand-ins/tls-proxy.ts';
import {
  client,
  hiddenField,
  openBrowser,
  serveWithDirectory,
  sessionOf,
  signIn,
  type AuthSite,
} from './auth-site.ts';
import { freePort } from '#test/ports.ts';

let proxy: TlsProxy;
let site: AuthSite;
let directory: DirectoryStandIn;
let siteUrl: string;

beforeAll(async () => {
  proxy = await startTlsProxy();
  siteUrl = `https://localhost:${proxy.port}`;
  directory = await startDirectory({
    ...client,
    redirectUris: [`${siteUrl}/api/auth/callback/directory`],
    postLogoutRedirectUris: [`${siteUrl}/staff/signed-out`],
  });
  proxy.target = await freePort();
  site = await serveWithDirectory({
    siteUrl,
    port: proxy.target,
    issuer: directory.issuer,
    environment: { TRUSTED_PROXIES: 'loopback' },
  });
});

afterAll(async () => {
  await site.remove();
  await directory.stop();
  await proxy.stop();
});

/** Headers that a proxy passes on when a client forges the site's origin. */
test.each<Record<string, string>>([
  {},
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' },
  { forwarded: 'host=evil.example;proto=http' },
  { host: 'evil.example', 'x-forwarded-host': 'evil.example:444' },
])('behind a TLS proxy, cookies and URLs use the public origin, even with the headers %j', async (added) => {
  const browser = openBrowser(proxy.fetch);
  proxy.added = added;

  const done = await signIn(browser, siteUrl, { callbackUrl: '/staff?a=1' });
  const page = await (await browser.send(`${siteUrl}/staff/sign-out`)).text();
  const session = await sessionOf(browser, siteUrl);
  const left = await browser.send(`${siteUrl}/staff/sign-out`, {
    form: { csrf: hiddenField(page, 'csrf') },
    headers: { Origin: siteUrl },
  });
  const end = new URL(left.headers.get('location') ?? '');

  expect(done.headers.get('location')).toBe(`${siteUrl}/staff?a=1`);
  expect(session).toMatchObject({ user: { name: 'Rosalind Carver' } });
  expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${siteUrl}/staff/signed-out`);
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
  const browser = openBrowser(proxy.fetch);
  proxy.added = {};
  await signIn(browser, siteUrl);
  const { host } = new URL(siteUrl);
  const secure = browser.cookies.get(`${host} __Host-authjs.session-token`) ?? '';
  browser.cookies.delete(`${host} __Host-authjs.session-token`);
  browser.cookies.set(`${host} authjs.session-token`, secure);

  expect(secure).not.toBe('');
  expect(await sessionOf(browser, siteUrl)).toBeNull();
});
