import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { findLostPoints, type ScannedAnswer } from '#test/observatory.ts';
import { openBrowser, serveBehindTls, signIn } from './auth-site.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() =>
  serveBehindTls({ CHALLENGE_SITE_KEY: 'public-key', CHALLENGE_SECRET_KEY: 'secret-key' }),
);

const pages = [
  '/',
  '/courses/soil-science',
  '/search?q=soil',
  '/courses/find',
  '/courses/compare',
  '/register',
  '/ask',
  '/nowhere',
];
const origin = 'https://http-observatory.example';

/** Follows redirects, as the scanner does. */
async function scan(path: string, cookie = ''): Promise<ScannedAnswer> {
  const cookies: string[] = [];
  let url = site.siteUrl + path;
  for (;;) {
    const headers = { Accept: 'text/html', ...(cookie && { Cookie: cookie }) };
    const response = await site.proxy.fetch(url, { headers });
    cookies.push(...response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const cors = await site.proxy.fetch(url, { headers: { ...headers, Origin: origin } });
    const received = new Headers([...response.headers].filter(([name]) => name !== 'set-cookie'));
    for (const line of cookies) received.append('set-cookie', line);
    return {
      url,
      headers: received,
      html: await response.text(),
      cors: { origin, headers: cors.headers },
    };
  }
}

/** Cookies of a signed-in member of staff. */
async function memberCookie(): Promise<string> {
  const browser = openBrowser(site.proxy.fetch);
  await signIn(browser, site.siteUrl);
  const own = [...browser.cookies].filter(([key]) => key.startsWith(`localhost:${site.proxy.port} `));
  return own.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ');
}

test('Mozilla’s HTTP Observatory gives every kind of page an A+', async () => {
  const member = await memberCookie();

  for (const [path, cookie] of [
    ...pages.map((path) => [path] as const),
    ['/staff'],
    ['/staff', member],
  ] as const) {
    const answer = await scan(path, cookie);
    // Only the stand-in directory uses http.
    const policy = answer.headers.get('content-security-policy') ?? '';
    answer.headers.set('content-security-policy', policy.replace('http://127.0.0.1', 'https://127.0.0.1'));
    expect(findLostPoints(answer), path).toEqual([]);
  }
});

test('the Observatory’s rules detect missing and weak headers', async () => {
  const answer = await scan('/');
  const policy = answer.headers.get('content-security-policy') ?? '';
  const lostWith = (name: string, value: string | undefined) => {
    const headers = new Headers(answer.headers);
    headers.delete(name);
    if (value !== undefined) headers.set(name, value);
    return findLostPoints({ ...answer, headers });
  };

  for (const [name, ...values] of [
    [
      'content-security-policy',
      policy.replace('script-src', 'script-src data:'),
      policy.replace("img-src 'self'", 'img-src http://a.example'),
    ],
    ['content-security-policy', policy.replace("default-src 'none'", "default-src 'self'")],
    ['strict-transport-security', undefined, 'max-age=86400'],
    ['referrer-policy', undefined, 'unsafe-url'],
    ['x-content-type-options', undefined],
    ['cross-origin-resource-policy', undefined, 'cross-origin'],
  ] as const) {
    for (const value of values) expect(lostWith(name, value), `${name}: ${value}`).toEqual([name]);
  }
  expect(lostWith('content-security-policy', undefined)).toEqual([
    'content-security-policy',
    'x-frame-options',
  ]);
  expect(lostWith('set-cookie', 'session=1; HttpOnly; Secure')).toEqual(['cookies']);
  const foreign = { ...answer, html: '<script src="//a.example/x.js"></script>' };
  expect(findLostPoints(foreign)).toEqual(['subresource-integrity']);
});

test('the policy allows the challenge provider on its forms and the directory on staff forms', async () => {
  const member = await memberCookie();
  const policyOf = async (path: string, cookie?: string) =>
    (await scan(path, cookie)).headers.get('content-security-policy') ?? '';
  const directoryOrigin = new URL(site.directory.issuer).origin;

  for (const path of ['/register', '/newsletter']) {
    expect(await policyOf(path), path).toContain('frame-src https://challenges.cloudflare.com');
  }
  for (const path of ['/', '/search', '/ask', '/staff/sign-in', '/nowhere']) {
    expect(await policyOf(path), path).not.toContain('cloudflare');
  }
  for (const [path, cookie] of [['/staff/sign-in'], ['/staff', member]] as const) {
    expect(await policyOf(path, cookie), path).toContain(`form-action 'self' ${directoryOrigin}`);
  }
  expect(await policyOf('/')).not.toContain(directoryOrigin);
});

const everywhere = {
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/) as string,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross|same)-origin$/) as string,
  'cross-origin-resource-policy': expect.stringMatching(/^(same|cross)-origin$/) as string,
  'strict-transport-security': 'max-age=63072000',
};

test.each([
  ['GET', '/fees', 200, 'same-origin'],
  ['GET', '/fees.md', 200, 'cross-origin'],
  ['GET', '/fees/', 308, 'same-origin'],
  ['POST', '/fees', 405, 'same-origin'],
  ['GET', '/robots.txt', 200, 'cross-origin'],
  ['GET', '/icon.svg', 200, 'cross-origin'],
  ['GET', '/openapi.json', 200, 'cross-origin'],
  ['GET', '/.well-known/api-catalog', 200, 'cross-origin'],
  ['GET', '/api/health', 200, 'cross-origin'],
  ['GET', '/api/search?q=soil', 200, 'cross-origin'],
  ['GET', '/api/search', 400, 'cross-origin'],
  ['GET', '/api/nowhere', 404, 'cross-origin'],
  ['GET', '/api', 404, 'cross-origin'],
  ['DELETE', '/api/nowhere', 404, 'same-origin'],
  ['POST', '/api/chat', 403, 'same-origin'],
  ['POST', '/mcp', undefined, 'same-origin'],
  ['GET', '/staff', 303, 'same-origin'],
  ['GET', '/nowhere.md', 404, 'same-origin'],
  ['GET', '/%zz', 400, 'same-origin'],
])('the response to %s %s has the security headers', async (method, path, status, embedding) => {
  const headers = { Accept: '*/*', ...(path === '/api/chat' && { Origin: 'https://evil.example' }) };
  const response = await site.proxy.fetch(site.siteUrl + path, { method, headers });

  if (status !== undefined) expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject(everywhere);
  if (embedding) expect(response.headers.get('cross-origin-resource-policy')).toBe(embedding);
});

test('exports of the staff pages have the security headers', async () => {
  const headers = { Cookie: await memberCookie(), 'Sec-Fetch-Site': 'same-origin' };
  const response = await site.proxy.fetch(`${site.siteUrl}/staff/registrations.csv`, { headers });

  expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...everywhere,
    'cross-origin-resource-policy': 'same-origin',
  });
});

async function sendRaw(request: string): Promise<string> {
  const socket = connect(site.proxy.target, 'localhost', () => socket.write(request));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

test.each([
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
  ['a body of a gigabyte', 'POST /fees HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n', 413],
  ['101 headers', `GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(100)}\r\n`, 431],
])('the refusal of %s has the security headers', async (_name, request, status) => {
  const text = await sendRaw(request);

  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const lines = text.split('\r\n\r\n', 1)[0]!.split('\r\n').slice(1);
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  expect(Object.fromEntries(headers)).toMatchObject(everywhere);
});

test('only the search worker may run WebAssembly', async () => {
  const worker = await site.proxy.fetch(`${site.siteUrl}/pagefind/pagefind-worker.js`);
  const page = await site.proxy.fetch(site.siteUrl, { headers: { Accept: 'text/html' } });

  expect(worker.headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'");
  expect(page.headers.get('content-security-policy')).not.toContain('eval');
});

test('a 304 omits the security headers', async () => {
  const read = (url: string, headers = {}) =>
    (url.startsWith('https:') ? site.proxy.fetch : fetch)(`${url}/fees`, {
      headers: { Accept: 'text/html', ...headers },
    });
  const page = await read(site.siteUrl);
  const tag = page.headers.get('etag') ?? '';
  const again = await read(site.siteUrl, { 'If-None-Match': tag });

  expect(again.status).toBe(304);
  expect([...again.headers.keys()].filter((name) => name in everywhere)).toEqual([]);
  expect(again.headers.get('etag')).toBe(tag);
});

test('no response repeats a header', async () => {
  for (const path of [...pages, '/api/health', '/openapi.json', '/fees?utm_source=x']) {
    const response = await site.proxy.fetch(site.siteUrl + path, {
      headers: { Accept: 'text/html, */*;q=0.1' },
    });
    for (const name of [...Object.keys(everywhere), 'cross-origin-opener-policy', 'permissions-policy']) {
      const value = response.headers.get(name)?.replace(/\(\), /g, '');
      expect(value ?? '', `${path} ${name}`).not.toContain(', ');
    }
  }
});
