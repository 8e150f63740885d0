import { expect, test } from 'vitest';
import { limitRules } from '#lib/http/limits.ts';
import { openBrowser, serveWithStandIn, signIn, sessionOf } from './auth-site.ts';

test('who begins sign-ins without end is told to wait, while others sign in', async () => {
  const { site, directory } = await serveWithStandIn({ TRUSTED_PROXIES: 'loopback' });
  const ask = (client: string) =>
    fetch(`${site.siteUrl}/api/auth/callback/directory?code=x&state=y`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-For': client },
    });

  const statuses: number[] = [];
  for (let count = 0; count < limitRules.signIn.points; count += 1) {
    statuses.push((await ask('192.0.2.1')).status);
  }
  const refused = await ask('192.0.2.1');
  const browser = openBrowser();
  await signIn(browser, site.siteUrl);

  expect(new Set(statuses)).toEqual(new Set([303]));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  expect(await sessionOf(browser, site.siteUrl)).toMatchObject({ roles: ['admin'] });
  await site.remove();
  await directory.stop();
});
