import { expect, test } from 'vitest';
import { limitRules } from '#lib/http/limits.ts';
import { cookieOf, staffSettings } from '#test/staff-session.ts';
import {
  newClient,
  postForm,
  registration,
  registrationPath,
  send,
  serveForms,
} from '#test/http/forms-site.ts';
import { openRaw } from '#test/http/raw-client.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() => serveForms({ ...staffSettings, HOST: '127.0.0.1' }));

type AskOptions = { client: string; accept?: string; method?: string; cookie?: string };

function ask(path: string, { client, accept = 'text/html', method = 'GET', cookie }: AskOptions) {
  const headers = { 'X-Forwarded-For': client, Accept: accept, ...(cookie && { Cookie: cookie }) };
  return fetch(site.origin + path, { method, redirect: 'manual', headers });
}

async function askOften(path: string, count: number, options: AskOptions): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    const batch = Array.from({ length: Math.min(50, count - sent) }, () => ask(path, options));
    for (const answer of await Promise.all(batch)) expect(answer.status).toBeLessThan(400);
  }
}

async function useUpPages(client: string): Promise<void> {
  await askOften('/api/challenge/required', limitRules.pages.points, { client, method: 'HEAD' });
}

test('pages, documents and API responses on demand share one limit and report the remaining requests', async () => {
  const client = newClient();

  const paths = [
    '/search?q=soil',
    '/regi%73ter',
    '/api/challenge/site-key',
    '/staff/sign-in',
    '/api/auth/session',
  ];
  const left = [];
  for (const path of [...paths, '/openapi.json', '/search']) {
    const { headers } = await ask(path, { client });
    left.push(headers.get('x-ratelimit-remaining'));
  }

  // Null for the 503 of the challenge, and for the document, which shared caches store.
  expect(left).toEqual(['299', '298', null, '296', '295', null, '293']);
});

test('a client over the page limit gets 429 as HTML or Markdown, and as JSON from the API', async () => {
  const client = newClient();
  await useUpPages(client);

  const page = await ask('/search?q=soil', { client });
  const twin = await ask('/search?q=soil', { client, accept: 'text/markdown' });
  const form = await postForm(`${site.origin}/newsletter`, { email: 'late@example.org' }, { client });
  const api = await ask('/api/challenge/required', { client });
  const document = await ask('/openapi.json', { client });
  const staffFile = await ask('/staff/registrations.csv', { client });
  const answers = [page, twin, form, api, document, staffFile];
  const texts = await Promise.all(answers.map((answer) => answer.text()));

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 429));
  expect(answers.map(({ headers }) => headers.get('content-type')?.split(';')[0])).toEqual([
    ...['text/html', 'text/markdown', 'text/html', 'application/json', 'application/json', 'text/html'],
  ]);
  for (const { headers } of answers) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['300', '0']);
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now());
    expect(headers.get('ratelimit')).toMatch(/^"pages";r=0;t=\d+$/);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  for (const index of [0, 2, 5]) expect(texts[index]).toMatch(/<h1[^>]*>Too many requests<\/h1>/);
  expect(texts[1]).toMatch(/^# Too many requests$/m);
  expect(JSON.parse(texts[3] ?? '')).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  for (const { headers } of [api, document]) expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(staffFile.headers.get('access-control-allow-origin')).toBeNull();
});

test('a client over the page limit still gets published pages and routes with other limits', async () => {
  const client = newClient();
  await useUpPages(client);

  const answers = await Promise.all(
    ['/', '/courses', '/api/search?q=soil', '/api/health'].map((path) => ask(path, { client })),
  );
  const registered = await send(site.origin, registrationPath, registration(), { client });
  const other = await ask('/search', { client: newClient() });

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect([registered.status, other.status]).toEqual([200, 200]);
});

test('POST requests from a foreign origin count against the page limit and not against the form’s', async () => {
  const client = newClient();
  const headers = { Origin: 'https://evil.example' };
  const forge = () => send(site.origin, registrationPath, registration(), { client, headers });

  const forged = await forge();
  const page = await ask('/search', { client });
  await askOften('/api/challenge/required', limitRules.pages.points - 2, { client, method: 'HEAD' });
  const late = await forge();
  const own = await send(site.origin, registrationPath, registration(), { client });

  expect([forged.status, page.headers.get('x-ratelimit-remaining')]).toEqual([403, '298']);
  expect([late.status, late.headers.get('x-ratelimit-limit')]).toEqual([429, '300']);
  expect([own.status, own.headers.get('x-ratelimit-remaining')]).toEqual([200, '2']);
});

test('staff pages count signed-in members by session and other requests by client', async () => {
  const client = newClient();
  const [registrar, editor] = await Promise.all([cookieOf('registrar'), cookieOf('editor')]);
  await useUpPages(client);

  const first = await ask('/staff', { client, cookie: registrar });
  const outside = await ask('/search', { client, cookie: registrar });
  const forged = await ask('/staff', { client, cookie: `${registrar.slice(0, -20)}${'A'.repeat(20)}` });
  const without = await ask('/staff', { client });
  await askOften('/staff/signed-out', limitRules.staff.points - 1, {
    client: newClient(),
    cookie: registrar,
  });
  const late = await ask('/staff', { client: newClient(), cookie: registrar });
  const colleague = await ask('/staff', { client, cookie: editor });

  expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([200, '600']);
  expect([outside, forged, without].map(({ status }) => status)).toEqual([429, 429, 429]);
  expect([late.status, late.headers.get('x-ratelimit-limit')]).toEqual([429, '600']);
  expect(await late.text()).toContain('Too many requests');
  expect(colleague.status).toBe(200);
});

test('a POST to a staff page without a session returns 401 before its body is read', async () => {
  const { host, port } = new URL(site.origin);
  const form = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\nOrigin: ${site.origin}\r\n`;
  const connection = openRaw(
    Number(port),
    `POST /staff/delete-person HTTP/1.1\r\nHost: ${host}\r\n${form}\r\n`,
  );

  const answer = await connection.until('Sign in first');

  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});
