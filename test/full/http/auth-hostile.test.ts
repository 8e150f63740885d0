import { encode } from '@auth/core/jwt';
import { EncryptJWT } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  startHostileDirectory,
  type EndpointMode,
  type TokenFault,
} from '#test/stand-ins/hostile-directory.ts';
import {
  beginSignIn,
  client,
  openBrowser,
  serveWithDirectory,
  sessionSecret,
  sessionOf,
  type Browser,
} from '#test/http/auth-site.ts';
import { freePort } from '#test/ports.ts';
import { useShared } from '#test/use-shared.ts';

const directory = useShared(() => startHostileDirectory(client));
const site = useShared(() => serveWithDirectory({ issuer: directory.issuer }));
let siteUrl: string;

beforeAll(() => {
  ({ siteUrl } = site);
});

beforeEach(() => {
  Object.assign(directory, { discovery: 'works', token: 'works', fault: 'none' });
});

/** Starts a sign-in and returns the callback address that the directory would redirect to. */
async function goToDirectory(browser: Browser): Promise<URL> {
  const begun = await beginSignIn(browser, siteUrl);
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;
  directory.nonce = asked.get('nonce') ?? '';
  const back = new URL(asked.get('redirect_uri') ?? '');
  back.search = new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '' }).toString();
  return back;
}

/** Runs `work` and returns the warnings and errors that it logs. */
async function logOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = site.output().length;
  await work();
  await new Promise((done) => setTimeout(done, 50));
  return site.troubles(before).map(({ name = '', msg }) => `${name}: ${msg}`);
}

/** Expects the callback to lead to the sign-in page with an alert, one log line and no session. */
async function expectRefusal(browser: Browser, back: URL | string, status = 400): Promise<void> {
  let page: Response | undefined;
  const log = await logOf(async () => {
    const response = await browser.send(String(back));
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(new RegExp(`^${siteUrl}/staff/sign-in\\?`));
    page = await browser.send(location);
  });

  const html = (await page?.text()) ?? '';
  expect(page?.status).toBe(status);
  expect(html).toContain('role="alert"');
  expect(html).toContain('action="/api/auth/signin/directory"');
  expect(html).not.toMatch(/SECRET-UPSTREAM|a-code|OAUTH_|directory-secret/);
  // Scripts in the layout may contain these words.
  expect(/<article[^]*<\/article>/.exec(html)?.[0]).not.toMatch(/Error|127\.0\.0\.1/);
  expect(log).toHaveLength(1);
  expect(log[0]).toMatch(/^auth: [\w ,.:]+$/);
  expect(log[0]).not.toMatch(/somebody|larkmoor|a-code|directory-secret/i);
  expect(await sessionOf(browser, siteUrl)).toBeNull();
}

test('sign-in succeeds if the hostile directory responds correctly', async () => {
  const browser = openBrowser();

  const done = await browser.send(String(await goToDirectory(browser)));

  expect(done.headers.get('location')).toBe(`${siteUrl}/staff`);
  expect(await sessionOf(browser, siteUrl)).toMatchObject({ user: { email: 'somebody@larkmoor.example' } });
});

test.each<TokenFault>([
  'issuer',
  'audience',
  'nonce',
  'no nonce',
  'expired',
  'alg none',
  'foreign key',
  'shared secret',
  'tampered',
  'no token',
])('an ID token with a fault (%s) gives no session', async (fault) => {
  const browser = openBrowser();
  const back = await goToDirectory(browser);

  directory.fault = fault;

  await expectRefusal(browser, back);
});

test.each<EndpointMode>(['silent', 'reset', 'rubbish', 'error', 'redirects', 'oversized'])(
  'a failing token endpoint (%s) shows an error page',
  async (mode) => {
    const browser = openBrowser();
    const back = await goToDirectory(browser);

    directory.token = mode;

    await expectRefusal(browser, back, 503);
  },
);

test('a code that the directory rejects creates no session', async () => {
  const browser = openBrowser();
  const back = await goToDirectory(browser);

  directory.token = 'refuses';

  await expectRefusal(browser, back);
});

test('a callback with a wrong, missing, duplicate or reused state is rejected', async () => {
  const browser = openBrowser();
  const other = await goToDirectory(openBrowser());
  await goToDirectory(browser);
  await expectRefusal(browser, other);

  const withoutState = await goToDirectory(browser);
  withoutState.searchParams.delete('state');
  await expectRefusal(browser, withoutState);

  const doubled = await goToDirectory(browser);
  doubled.searchParams.append('state', 'x');
  await expectRefusal(browser, doubled);

  const replayed = openBrowser();
  const back = await goToDirectory(replayed);
  await replayed.send(String(back));
  for (const name of replayed.cookies.keys()) {
    if (name.includes('session-token')) replayed.cookies.delete(name);
  }
  await expectRefusal(replayed, back);
});

test('a failed discovery shows a page, a retry works, and http addresses are never requested', async () => {
  const port = await freePort();
  // Starts a new server, since the first one has cached the discovery document.
  const own = await serveWithDirectory({
    siteUrl: `http://localhost:${port}`,
    port,
    issuer: directory.issuer,
  });
  try {
    const browser = openBrowser();
    for (const mode of ['reset', 'rubbish', 'error', 'redirects', 'oversized', 'other issuer'] as const) {
      directory.discovery = mode;
      const begun = await beginSignIn(browser, own.siteUrl);
      const page = await browser.send(begun.headers.get('location') ?? '');

      const [problem, status] = mode === 'other issuer' ? ['settings', 400] : ['directory', 503];
      expect(begun.headers.get('location'), mode).toBe(`${own.siteUrl}/staff/sign-in?problem=${problem}`);
      expect(page.status).toBe(status);
      expect(await page.text()).not.toContain('SECRET-UPSTREAM');
    }

    directory.discovery = 'plain http';
    const again = await beginSignIn(browser, own.siteUrl);
    const asked = new URL(again.headers.get('location') ?? '').searchParams;
    const back = new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '' });
    const sent = directory.tokenRequests.length;
    const done = await browser.send(`${own.siteUrl}/api/auth/callback/directory?${back}`);

    expect(again.headers.get('location')).toContain(`${directory.issuer}/authorize?`);
    expect(done.headers.get('location')).toContain('problem=directory');
    expect(directory.tokenRequests).toHaveLength(sent);
  } finally {
    await own.remove();
  }
});

const foreignSecret = new Uint8Array(64).fill(7);

/** The payload of a valid session cookie. */
function anyone() {
  const now = Math.floor(Date.now() / 1000);
  const person = { subject: 'x', name: 'X', email: 'x@larkmoor.example', isEmailVerified: true, groups: [] };
  return { ...person, signedInAt: now, confirmedAt: now };
}

async function signedElsewhere(): Promise<string> {
  return new EncryptJWT(anyone())
    .setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512' })
    .setExpirationTime('8h')
    .encrypt(foreignSecret);
}

test('a changed, truncated, expired, foreign or invalid cookie is rejected without a log line', async () => {
  const browser = openBrowser();
  await browser.send(String(await goToDirectory(browser)));
  const key = [...browser.cookies.keys()].find((name) => name.includes('session-token')) ?? '';
  const name = key.split(' ')[1] ?? '';
  const good = browser.cookies.get(key) ?? '';
  const middle = Math.floor(good.length / 2);
  const flipped = good[middle] === 'A' ? 'B' : 'A';
  const unsecured = [{ alg: 'none' }, { email: 'x@larkmoor.example' }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const bad = [
    good.slice(0, middle) + flipped + good.slice(middle + 1),
    good.slice(0, -20),
    await signedElsewhere(),
    await encode({ token: anyone(), secret: sessionSecret, salt: name, maxAge: -60 }),
    `${unsecured.join('.')}.`,
    'rubbish',
  ];

  for (const value of bad) {
    let page: Response | undefined;
    const log = await logOf(async () => {
      page = await fetch(`${siteUrl}/staff`, { redirect: 'manual', headers: { Cookie: `${name}=${value}` } });
    });

    expect([page?.status, page?.headers.get('location')]).toEqual([303, '/staff/sign-in']);
    expect(page?.headers.getSetCookie().join()).toContain(`${name}=;`);
    expect(log).toEqual([]);
  }
});

test('64 KiB of cookies return 431 with a plain message, logged once', async () => {
  let response: Response | undefined;
  const log = await logOf(async () => {
    response = await fetch(`${siteUrl}/staff`, {
      redirect: 'manual',
      headers: { Cookie: `authjs.session-token=${'x'.repeat(65_536)}` },
    });
  });

  expect([response?.status, response?.headers.get('cache-control')]).toEqual([431, 'no-store']);
  expect(await response?.text()).toMatch(/^[\w ,.]+\n$/);
  expect(log).toHaveLength(1);
  expect(await sessionOf(openBrowser(), siteUrl)).toBeNull();
});
