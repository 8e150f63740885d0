import { beforeAll, expect, test } from 'vitest';
import { useShared } from '#test/use-shared.ts';
import {
  beginSignIn,
  chooseAtDirectory,
  hiddenField,
  openBrowser,
  serveWithStandIn,
  sessionOf,
  signIn,
  type Browser,
} from './auth-site.ts';

const site = useShared(() => serveWithStandIn());
let siteUrl: string;

beforeAll(() => {
  ({ siteUrl } = site);
});

/** Opens a page and returns its status, headers and HTML. */
async function open(
  browser: Browser,
  url: string,
): Promise<{ status: number; html: string; headers: Headers }> {
  const response = await browser.send(new URL(url, siteUrl).href);
  return { status: response.status, html: await response.text(), headers: response.headers };
}

test('a member signs in with PKCE, state and nonce, and returns to the requested page', async () => {
  const browser = openBrowser();

  const begun = await beginSignIn(browser, siteUrl, '/staff?page=2');
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;
  const done = await browser.send(await chooseAtDirectory(browser, begun, 'rosalind'));

  expect([asked.get('code_challenge_method'), asked.get('redirect_uri')]).toEqual([
    'S256',
    `${siteUrl}/api/auth/callback/directory`,
  ]);
  expect(asked.get('state')).toBeTruthy();
  expect(asked.get('nonce')).toBeTruthy();
  expect(done.headers.get('location')).toBe(`${siteUrl}/staff?page=2`);
  expect(await sessionOf(browser, siteUrl)).toMatchObject({
    user: { name: 'Rosalind Carver', email: 'registrar@larkmoor.example' },
    roles: ['admin'],
  });
  const page = await open(browser, '/staff');
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
});

test('two tabs sign in beside each other, and each continues to its page', async () => {
  const browser = openBrowser();
  const first = await beginSignIn(browser, siteUrl, '/staff?page=1');
  const second = await beginSignIn(browser, siteUrl, '/staff?page=2');

  const forced = await browser.send(`${siteUrl}/api/auth/callback/directory?code=x&state=y`);
  expect(await sessionOf(browser, siteUrl)).toBeNull();
  const firstDone = await browser.send(await chooseAtDirectory(browser, first, 'rosalind'));
  const secondDone = await browser.send(await chooseAtDirectory(browser, second, 'rosalind'));

  expect(forced.headers.get('location')).toContain('problem=stale');
  expect(firstDone.headers.get('location')).toBe(`${siteUrl}/staff?page=1`);
  expect(secondDone.headers.get('location')).toBe(`${siteUrl}/staff?page=2`);
  expect(await sessionOf(browser, siteUrl)).toMatchObject({ user: { name: 'Rosalind Carver' } });
});

test('a browser keeps the cookies of three sign-ins under way, and the fourth replaces the oldest', async () => {
  const browser = openBrowser();
  const tabs = [];
  for (const page of [1, 2, 3, 4]) tabs.push(await beginSignIn(browser, siteUrl, `/staff?page=${page}`));
  const states = [...browser.cookies.keys()].filter((name) => name.includes('authjs.state'));

  const locations = [];
  for (const tab of tabs) {
    const done = await browser.send(await chooseAtDirectory(browser, tab, 'rosalind'));
    locations.push(done.headers.get('location')?.replace(siteUrl, ''));
  }

  expect(states).toHaveLength(3);
  expect(locations[0]).toContain('problem=stale');
  expect(locations.slice(1)).toEqual(['/staff?page=2', '/staff?page=3', '/staff?page=4']);
});

test('a member who repeats a step of the sign-in continues to the requested page, and nothing is logged', async () => {
  const browser = openBrowser();
  const begun = await beginSignIn(browser, siteUrl, '/staff?page=2');
  const back = await chooseAtDirectory(browser, begun, 'rosalind');
  await browser.send(back);
  const before = site.output().length;

  const reloaded = await browser.send(back);
  const submittedAgain = await browser.send(await chooseAtDirectory(browser, begun, 'rosalind'));
  const failed = await browser.send(`${siteUrl}/staff/sign-in?problem=stale&callbackUrl=/staff/log`);
  const stale = await browser.send(`${siteUrl}/api/auth/signin/directory`, { form: { csrfToken: 'x' } });
  const afterStale = await browser.send(stale.headers.get('location') ?? '');

  const next = [reloaded, submittedAgain, failed, afterStale].map(({ status, headers }) => {
    return [status, headers.get('location')?.replace(siteUrl, '')];
  });
  expect(next).toEqual([
    [303, '/staff?page=2'],
    [303, '/staff?page=2'],
    [303, '/staff/log'],
    [303, '/staff?page=2'],
  ]);
  expect((await open(browser, '/staff')).status).toBe(200);
  expect(site.troubles(before)).toEqual([]);
});

test('a repeated callback neither signs anyone in nor affects a sign-in under way in another tab', async () => {
  const browser = openBrowser();
  const back = await chooseAtDirectory(browser, await beginSignIn(browser, siteUrl), 'rosalind');
  await browser.send(back);
  const page = await open(browser, '/staff/sign-out');
  const other = copyOf(browser);
  await browser.send(`${siteUrl}/staff/sign-out`, { form: { csrf: hiddenField(page.html, 'csrf') } });
  const afterSignOut = await other.send(back);
  const begun = await beginSignIn(browser, siteUrl, '/staff/log');

  const reloaded = await browser.send(back);
  const done = await browser.send(await chooseAtDirectory(browser, begun, 'rosalind'));

  for (const failed of [afterSignOut, reloaded]) {
    expect(failed.headers.get('location')).toContain('/staff/sign-in?');
  }
  expect(done.headers.get('location')).toBe(`${siteUrl}/staff/log`);
});

test('the session is one encrypted cookie, hidden from scripts and other sites', async () => {
  const browser = openBrowser();

  await signIn(browser, siteUrl);
  const set = browser.received.filter((line) => line.startsWith('authjs.session-token='));
  const sizes = [...browser.cookies.values()].reduce((sum, value) => sum + value.length, 0);

  expect(set.length).toBeGreaterThan(0);
  for (const line of set) expect(line).toMatch(/; Path=\/; .*HttpOnly.*; SameSite=Lax/i);
  expect(set.join()).not.toMatch(/rosalind|larkmoor/i);
  const expires = Date.parse(/Expires=([^;]+)/i.exec(set.at(-1) ?? '')?.[1] ?? '');
  expect(Math.abs(expires - Date.now() - 8 * 3_600_000)).toBeLessThan(60_000);
  expect(sizes).toBeLessThan(8_000);
});

test('a person who is not staff gets a page with the account and how to switch it', async () => {
  const browser = openBrowser();

  const done = await signIn(browser, siteUrl, { person: 'piet' });
  const page = await open(browser, done.headers.get('location') ?? '');
  const switched = await browser.send(`${siteUrl}/api/auth/signin/directory?prompt=login`, {
    form: { csrfToken: hiddenField(page.html, 'csrfToken') },
  });
  const leaving = await browser.send(`${siteUrl}/staff/refused`, {
    form: { csrfToken: hiddenField(page.html, 'csrfToken') },
  });

  expect(done.headers.get('location')).toBe(`${siteUrl}/staff/refused`);
  expect(page.status).toBe(403);
  expect(page.html).toContain('visitor@elsewhere.example');
  expect(await sessionOf(browser, siteUrl)).toBeNull();
  expect(new URL(switched.headers.get('location') ?? '').searchParams.get('prompt')).toBe('login');
  expect(leaving.headers.get('location')).toMatch(
    new RegExp(`^${site.directory.issuer}/session/end\\?id_token_hint=`),
  );
  expect(site.output()).not.toContain('visitor@');
});

test.each(['https://evil.example/', '/staff\r\nLocation: https://evil.example'])(
  'a sign-in with the callback URL %j returns to this site',
  async (callbackUrl) => {
    const browser = openBrowser();
    await browser.send(`${siteUrl}/api/auth/csrf`);
    browser.cookies.set(`${new URL(siteUrl).host} authjs.callback-url`, encodeURIComponent(callbackUrl));

    const page = await open(browser, `/staff/sign-in?${new URLSearchParams({ callbackUrl })}`);
    const form = { csrfToken: hiddenField(page.html, 'csrfToken'), callbackUrl };
    const begun = await browser.send(`${siteUrl}/api/auth/signin/directory`, { form });
    const done = await browser.send(await chooseAtDirectory(browser, begun, 'rosalind'));

    expect(hiddenField(page.html, 'callbackUrl')).toBe('/staff');
    expect(done.headers.get('location')).toBe(`${siteUrl}/staff`);
    const signedIn = await browser.send(`${siteUrl}/staff/sign-in?${new URLSearchParams({ callbackUrl })}`);
    expect(signedIn.headers.get('location')).toBe('/staff');
  },
);

test('sign-in rejects directory parameters, requests from other sites and missing tokens', async () => {
  const browser = openBrowser();
  const page = await open(browser, '/staff/sign-in');
  const form = { csrfToken: hiddenField(page.html, 'csrfToken') };
  const url = `${siteUrl}/api/auth/signin/directory`;

  const added = await browser.send(`${url}?redirect_uri=https://evil.example&client_id=other&scope=all`, {
    form,
  });
  const asked = new URL(added.headers.get('location') ?? '').searchParams;
  const foreign = await browser.send(url, { form, headers: { Origin: 'https://evil.example' } });
  const embedded = await browser.send(url, { form, headers: { 'Sec-Fetch-Site': 'cross-site' } });
  const bare = await browser.send(url, { form: { csrfToken: 'x' } });

  expect([asked.get('redirect_uri'), asked.get('client_id')]).toEqual([
    `${siteUrl}/api/auth/callback/directory`,
    'lectern',
  ]);
  expect(asked.get('scope')).toBe('openid profile email offline_access');
  expect([foreign.status, embedded.status]).toEqual([403, 403]);
  expect(await foreign.json()).toMatchObject({ error: { code: 'FORBIDDEN' } });
  expect(bare.headers.get('location')).toBe(`${siteUrl}/staff/sign-in?problem=stale`);
});

test('sign-out ends the session and redirects to the directory’s sign-out', async () => {
  const browser = openBrowser();
  await signIn(browser, siteUrl);
  const page = await open(browser, '/staff/sign-out');
  const form = { csrf: hiddenField(page.html, 'csrf') };

  const foreign = await browser.send(`${siteUrl}/staff/sign-out`, {
    form,
    headers: { Origin: 'https://evil.example' },
  });
  expect([foreign.status, await sessionOf(browser, siteUrl)]).toMatchObject([403, { roles: ['admin'] }]);
  const left = await browser.send(`${siteUrl}/staff/sign-out`, { form });
  const end = new URL(left.headers.get('location') ?? '');

  expect(left.status).toBe(303);
  expect(left.headers.get('clear-site-data')).toBe('"cache"');
  expect(end.origin + end.pathname).toBe(`${site.directory.issuer}/session/end`);
  expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${siteUrl}/staff/signed-out`);
  expect(end.searchParams.get('id_token_hint')).toBeTruthy();
  expect(await sessionOf(browser, siteUrl)).toBeNull();
  expect((await open(browser, '/staff')).status).toBe(303);
});

test('Auth.js’s own sign-out also redirects to the directory’s, and ends the session and its copies only with a valid token', async () => {
  const browser = openBrowser();
  await signIn(browser, siteUrl);
  const { csrfToken } = (await (await browser.send(`${siteUrl}/api/auth/csrf`)).json()) as {
    csrfToken: string;
  };

  const bare = await browser.send(`${siteUrl}/api/auth/signout`, { form: { csrfToken: 'x' } });
  const update = await browser.send(`${siteUrl}/api/auth/session`, { form: { csrfToken: 'x' } });
  const copied = copyOf(browser);
  expect(bare.headers.get('location')).toBe(`${siteUrl}/staff/sign-out`);
  expect([update.status, await update.json()]).toMatchObject([400, { error: { code: 'INVALID_REQUEST' } }]);
  expect(await sessionOf(browser, siteUrl)).toMatchObject({ roles: ['admin'] });
  const left = await browser.send(`${siteUrl}/api/auth/signout`, {
    form: { csrfToken },
    headers: { 'X-Auth-Return-Redirect': '1' },
  });

  expect(await left.json()).toEqual({ url: expect.stringContaining(`${site.directory.issuer}/session/end`) });
  expect(await sessionOf(browser, siteUrl)).toBeNull();
  expect(await openedBy(copied)).toEqual([303, 303, null]);
});

/** A second browser with the same cookies. */
function copyOf(browser: Browser): Browser {
  const copy = openBrowser();
  for (const [key, value] of browser.cookies) copy.cookies.set(key, value);
  return copy;
}

/** Returns the statuses of a staff page and an export with this session, and the session as Auth.js reports it. */
async function openedBy(browser: Browser): Promise<unknown[]> {
  const page = await browser.send(`${siteUrl}/staff/registrations`);
  const file = await browser.send(`${siteUrl}/staff/registrations.csv`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  return [page.status, file.status, await sessionOf(browser, siteUrl)];
}

test('after sign-out every copy of the cookie is rejected, including older ones', async () => {
  const browser = openBrowser();
  await signIn(browser, siteUrl);
  const early = copyOf(browser);
  const page = await open(browser, '/staff/sign-out');
  const late = copyOf(browser);
  const before = await openedBy(copyOf(browser));

  await browser.send(`${siteUrl}/staff/sign-out`, { form: { csrf: hiddenField(page.html, 'csrf') } });

  expect(before).toMatchObject([200, 200, { roles: ['admin'] }]);
  expect(await openedBy(early)).toEqual([303, 303, null]);
  expect(await openedBy(late)).toEqual([303, 303, null]);
});

test('an admin ends all sessions of a member, which is logged; the member can sign in again', async () => {
  const [phone, laptop, admin] = [openBrowser(), openBrowser(), openBrowser()];
  await Promise.all([phone, laptop].map((browser) => signIn(browser, siteUrl, { person: 'emeka' })));
  await signIn(admin, siteUrl);
  const email = 'editor@larkmoor.example';
  const page = await open(admin, `/staff/end-sessions?member=${email}`);

  const done = await admin.send(`${siteUrl}/staff/end-sessions`, {
    form: { csrf: hiddenField(page.html, 'csrf'), member: ' Editor@Larkmoor.example' },
  });
  const ended = await Promise.all([phone, laptop].map(openedBy));
  await signIn(phone, siteUrl, { person: 'emeka' });

  expect(page.html).toContain(`value="${email}"`);
  expect(done.status).toBe(303);
  expect((await open(admin, done.headers.get('location') ?? '')).html).toContain(
    `All sessions of ${email} were ended.`,
  );
  expect((await open(admin, '/staff/log')).html).toContain(`All sessions of ${email} were ended.`);
  expect(ended).toEqual([
    [303, 303, null],
    [303, 303, null],
  ]);
  expect(await openedBy(phone)).toMatchObject([200, 200, { user: { email } }]);
});

test('an invalid session cookie or form token is not logged', async () => {
  const browser = openBrowser();
  const key = `${new URL(siteUrl).host} authjs.session-token`;
  const before = site.output().length;

  for (const path of ['/staff', '/staff/sign-in', '/staff/sign-out', '/api/auth/session']) {
    browser.cookies.set(key, 'made-up');
    await browser.send(siteUrl + path);
  }
  browser.cookies.set(key, 'made-up');
  await browser.send(`${siteUrl}/api/auth/signout`, { form: { csrfToken: 'made-up' } });
  const { csrfToken } = (await (await browser.send(`${siteUrl}/api/auth/csrf`)).json()) as {
    csrfToken: string;
  };
  const left = await browser.send(`${siteUrl}/api/auth/signout`, { form: { csrfToken } });

  expect(left.status).toBe(303);
  expect(site.troubles(before)).toEqual([]);
});

test('a form sent after the session expired is kept and sent again after sign-in', async () => {
  const browser = openBrowser();
  await signIn(browser, siteUrl);
  const token = hiddenField((await open(browser, '/staff/sign-out')).html, 'csrf');
  for (const key of browser.cookies.keys()) if (key.includes('session-token')) browser.cookies.delete(key);

  const posted = await browser.send(`${siteUrl}/staff?tab=1`, {
    form: { note: 'two\nlines, "quoted"><b>', seen: 'an-id', csrf: token },
    headers: { Origin: siteUrl },
  });
  const html = await posted.text();
  await signIn(browser, siteUrl);
  const again = await browser.send(`${siteUrl}/staff/sign-out`, {
    form: { csrf: hiddenField(html, 'csrf') },
  });

  expect([posted.status, posted.headers.get('cache-control')]).toEqual([401, 'no-store']);
  expect(html).toContain('action="/staff?tab=1"');
  expect(html).toMatch(/<a [^>]*target="_blank"/);
  expect(hiddenField(html, 'note')).toBe('two\nlines, "quoted"><b>');
  expect(html).not.toContain('"><b>');
  expect([hiddenField(html, 'seen'), html.includes('<dd>an-id</dd>')]).toEqual(['an-id', false]);
  expect(again.status).toBe(303);
  expect(again.headers.get('location')).toContain('/session/end');
});

test('another member’s kept form is shown but not sent; large, foreign and invalid ones are not shown', async () => {
  const browser = openBrowser();
  const url = `${siteUrl}/staff/sign-out`;
  await signIn(browser, siteUrl);
  const token = hiddenField((await open(browser, '/staff/sign-out')).html, 'csrf');
  const other = openBrowser();
  await signIn(other, siteUrl, { person: 'emeka' });

  const shown = await other.send(url, { form: { csrf: token, note: 'mine' }, headers: { Origin: siteUrl } });
  const html = await shown.text();
  const withoutOrigin = await other.send(url, { form: { csrf: token, note: 'mine' } });
  const foreign = await other.send(url, {
    form: { csrf: token },
    headers: { Origin: 'https://evil.example' },
  });
  for (const key of browser.cookies.keys()) if (key.includes('session-token')) browser.cookies.delete(key);
  const large = await browser.send(`${siteUrl}/staff`, { form: { note: 'x'.repeat(70_000) } });
  const many = await browser.send(`${siteUrl}/staff`, {
    form: Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`f${index}`, 'x'])),
  });

  expect([shown.status, withoutOrigin.status, foreign.status, large.status, many.status]).toEqual([
    403, 403, 403, 413, 400,
  ]);
  expect(hiddenField(html, 'csrf')).not.toBe(token);
  expect(await withoutOrigin.text()).not.toContain('name="csrf"');
  const done = await other.send(url, { form: { csrf: hiddenField(html, 'csrf') } });
  expect(done.status).toBe(303);
});

test('unknown sign-in routes return 404, and wrong methods 405', async () => {
  const list = await fetch(`${siteUrl}/api/auth`);
  const { addresses } = (await list.json()) as { addresses: { url: string; methods: string[] }[] };
  const statuses = await Promise.all(
    [
      ['GET', 'nothing'],
      ['GET', 'signin/other'],
      ['GET', 'callback/other'],
      ['GET', 'constructor'],
      ['GET', 'verify-request'],
      ['POST', 'callback/directory'],
      ['DELETE', 'session'],
      ['PUT', ''],
      ['OPTIONS', 'session'],
      ['HEAD', 'session'],
    ].map(async ([method = '', action]) => {
      const response = await fetch(`${siteUrl}/api/auth/${action}`.replace(/\/$/, ''), { method });
      return [response.status, response.headers.get('allow')];
    }),
  );
  const pages = await Promise.all(
    ['signin', 'signin/directory', 'signout', 'error'].map(async (action) => {
      const response = await fetch(`${siteUrl}/api/auth/${action}`, { redirect: 'manual' });
      return response.headers.get('location')?.slice(siteUrl.length);
    }),
  );

  expect([list.status, list.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(addresses.map(({ url }) => url)).toContain(`${siteUrl}/api/auth/callback/directory`);
  expect(statuses).toEqual([
    [404, null],
    [404, null],
    [404, null],
    [404, null],
    [404, null],
    [405, 'GET, HEAD, OPTIONS'],
    [405, 'GET, HEAD, POST, OPTIONS'],
    [405, 'GET, HEAD, OPTIONS'],
    [204, 'GET, HEAD, POST, OPTIONS'],
    [200, null],
  ]);
  expect(pages).toEqual([
    '/staff/sign-in',
    '/staff/sign-in',
    '/staff/sign-out',
    '/staff/sign-in?problem=failed',
  ]);
});

test('a forged Host does not change URLs', async () => {
  const browser = openBrowser();
  const forged = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
  const page = await open(browser, '/staff/sign-in');

  const begun = await browser.send(`${siteUrl}/api/auth/signin/directory`, {
    form: { csrfToken: hiddenField(page.html, 'csrfToken') },
    headers: forged,
  });
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;

  expect(asked.get('redirect_uri')).toBe(`${siteUrl}/api/auth/callback/directory`);
  expect(browser.received.join()).not.toContain('evil.example');
});
