import { expect, test } from 'vitest';
import { limitRules } from '#lib/http/limits.ts';
import { useShared } from '#test/use-shared.ts';
import { openBrowser, serveWithStandIn, sessionOf, signIn } from './auth-site.ts';

const site = useShared(() => serveWithStandIn({ TRUSTED_PROXIES: 'loopback' }));

test('too many sign-in attempts return 429 while other clients sign in', async () => {
  const { siteUrl } = site;
  const ask = () =>
    fetch(`${siteUrl}/api/auth/callback/directory?code=x&state=y`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-For': '192.0.2.1' },
    });

  const allowed = await Promise.all(Array.from({ length: limitRules.signIn.points }, ask));
  const refused = await ask();
  const browser = openBrowser();
  await signIn(browser, siteUrl);

  expect(new Set(allowed.map(({ status }) => status))).toEqual(new Set([303]));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  expect(await sessionOf(browser, siteUrl)).toMatchObject({ roles: ['admin'] });
});
