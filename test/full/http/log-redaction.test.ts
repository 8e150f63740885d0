import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLog } from '#test/collected-log.ts';
import { geminiModel, startGemini } from '#test/stand-ins/gemini.ts';
import { useShared } from '#test/use-shared.ts';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import {
  chooseAtDirectory,
  beginSignIn,
  openBrowser,
  serveWithStandIn,
  signIn,
} from '#test/http/auth-site.ts';
import { message, question } from '#test/http/chat-site.ts';
import { eventually, registration, serveForms } from '#test/http/forms-site.ts';
import { openRaw } from '#test/http/raw-client.ts';

/** Part of all client input in these tests. */
const mark = 'Zaphira';
const address = '203.0.113.77';
const email = `${mark}.person@marked.example`;
const breaking = `${mark}"}\n{"level":"error","msg":"${mark}"}\r\n\u001b[2J\u009b31m\u2028\u202e</script>`;
const secrets = [
  'a-model-key-of-note',
  'a-mail-password-of-note',
  'a-store-password-of-note',
  'directory-secret-7Q2',
];
/** Fields of a request's log line. */
const members = ['aborted', 'bytes', 'id', 'level', 'method', 'ms', 'msg', 'name', 'route', 'status', 'time'];

const gemini = useShared(() => startGemini());
const smtp = useShared(() => startSmtp());
const site = useShared(() => {
  smtp.refusing = true;
  const settings = {
    LOG_REQUESTS: '1',
    TRUSTED_PROXIES: 'loopback',
    GOOGLE_GENERATIVE_AI_API_KEY: 'a-model-key-of-note',
    CHAT_BASE_URL: gemini.url,
    CHAT_MODEL: geminiModel,
    SMTP_URL: smtp.url.replace('//', '//user:a-mail-password-of-note@'),
    MAIL_FROM: 'site@larkmoor.example',
  };
  // As a process, because a process also logs what libraries print.
  return serveWithStandIn(settings, { asProcess: true });
});

const marked = {
  'X-Forwarded-For': address,
  'X-Request-Id': `${mark}@marked.example`,
  'User-Agent': `${mark}/1.0`,
  Referer: `https://marked.example/?${mark}`,
  Cookie: `authjs.session-token=${mark}; lectern.refused=${mark}`,
  'Accept-Language': `x-${mark}`,
};

/** Returns the address of every route on demand, with the mark for each parameter. */
function addresses(): string[] {
  const files = globSync('src/pages/**/*.{astro,ts}').filter((file) => !file.includes('/_'));
  const routes = files.map((file) =>
    file
      .replace(/^src\/pages/, '')
      .replace(/(\/index)?\.(astro|ts)$/, '')
      .replaceAll(/\[(\.\.\.)?\w+\]/g, mark),
  );
  return [
    ...routes,
    `/api/auth/signin/${mark}`,
    `/${mark}`,
    `/nowhere/${email}`,
    '/api/auth/callback/directory',
  ];
}

type Sending = { method?: string; type?: string; body?: string };

async function sendTo(path: string, { method = 'GET', type, body }: Sending = {}): Promise<void> {
  const query = new URLSearchParams({ q: mark, token: mark, code: mark, state: mark, receipt: mark, email });
  const response = await fetch(`${site.origin}${path || '/'}?${query}`, {
    method,
    redirect: 'manual',
    headers: { ...marked, ...(type && { 'Content-Type': type }) },
    ...(body !== undefined && { body }),
  });
  await response.text();
}

/** Reads the log after the last lines have been written. */
async function readLines(): Promise<string[]> {
  await new Promise((done) => setTimeout(done, 100));
  return site
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('listening on '));
}

function expectNothingPersonal(output: string): void {
  const found = output
    .split('\n')
    .filter((line) => /zaphira|marked\.example|203\.0\.113|198\.1[89]\./i.test(line));
  expect(found).toEqual([]);
  for (const secret of secrets) expect(output).not.toContain(secret);
  expect(output.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
}

test('no client input to any route is logged', async () => {
  const json = JSON.stringify({
    ...registration(),
    givenName: breaking,
    email,
    note: breaking,
    name: breaking,
  });
  const form = new URLSearchParams({
    givenName: breaking,
    email,
    note: breaking,
    csrfToken: mark,
    csrf: mark,
  });
  for (const path of addresses()) {
    await sendTo(path);
    await sendTo(path, { method: 'POST', type: 'application/json', body: json });
    await sendTo(path, { method: 'POST', type: 'application/json', body: `{"${breaking}` });
    await sendTo(path, { method: 'POST', type: 'application/x-www-form-urlencoded', body: String(form) });
    await sendTo(path, { method: 'DELETE' });
  }

  expectNothingPersonal(site.output());
  const lines = (await readLines()).map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = lines.filter(({ name }) => name === 'request');
  expect(requests.length).toBeGreaterThan(5 * addresses().length - 5);
  expect(new Set(requests.flatMap((line) => Object.keys(line)))).toEqual(
    new Set(members.filter((member) => member !== 'aborted')),
  );
  const routes = new Set(requests.map(({ route }) => String(route)));
  for (const route of [
    '(page)',
    '(missing)',
    '/api/search',
    '/api/[...path]',
    '/newsletter/unsubscribe',
    '/mcp',
  ]) {
    expect(routes).toContain(route);
  }
  expect([...routes].filter((route) => !/^\([a-z]+\)$|^\/[\w./[\]-]*$/.test(route))).toEqual([]);
});

test('questions, tool calls and texts from the model and the mail server are not logged', async () => {
  for (const behaviour of ['quotes', 'failing', 'busy', 'broken', 'obeys'] as const) {
    gemini.behave(behaviour);
    const body = JSON.stringify({
      messages: [message(`I am ${breaking}, ${email}`), message(question)],
    });
    await sendTo('/api/chat', { method: 'POST', type: 'application/json', body });
  }
  for (const [name, input] of [
    ['search', { query: mark }],
    ['ask', { question: `fees, ${mark}?` }],
    ['read_page', { url: `/${mark}` }],
  ]) {
    const params = { name, arguments: input };
    const body = JSON.stringify({ jsonrpc: '2.0', id: mark, method: 'tools/call', params });
    await sendTo('/mcp', { method: 'POST', type: 'application/json', body });
  }
  await fetch(`${site.origin}/api/email-marketing-signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.78' },
    body: JSON.stringify({ email, name: mark }),
  });
  await eventually(() => site.troubles().find(({ name }) => name === 'mail'));

  expectNothingPersonal(site.output());
  expect(site.troubles().filter(({ name }) => name === 'chat').length).toBeGreaterThan(1);
});

test('names of people who sign in and texts from the directory are not logged', async () => {
  await signIn(openBrowser(), site.siteUrl);
  const refused = openBrowser();
  const begun = await beginSignIn(refused, site.siteUrl);
  const back = await chooseAtDirectory(refused, begun, 'piet');
  await refused.send(back);
  await openBrowser().send(back);

  const code = new URL(back).searchParams.get('code') ?? '';
  expect(code.length).toBeGreaterThan(10);
  expect(site.output()).not.toContain(code);
  expect(site.output()).not.toMatch(/rosalind|carver|verhoeven|registrar@|visitor@/i);
  expectNothingPersonal(site.output());
});

test('the content of malformed requests and headers is not logged', async () => {
  const { port } = site;
  const heads = [
    `GET /${mark} HTTP/9.9\r\n\r\n`,
    `${mark} / HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\n${mark}\u0001: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${mark.repeat(3_000)}\r\n\r\n`,
    `GET /%0a{"level":"error"}${mark} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `GET //${mark} HTTP/1.1\r\nHost: ${mark}\r\nConnection: close\r\n\r\n`,
    `GET /api/search?q=${mark} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\u001b[2J${mark}\r\nConnection: close\r\n\r\n`,
  ];
  for (const head of heads) await openRaw(port, head, { host: 'localhost' }).closed;

  await readLines();
  expectNothingPersonal(site.output());
});

test('a request has one id in its response and log lines, and a trusted proxy may set it', async () => {
  const storeless = await serveForms({ DATABASE_URL: 'postgres://u:a-store-password-of-note@127.0.0.1:9/x' });
  const body = JSON.stringify({ email });
  const ask = (headers: Record<string, string>) =>
    fetch(`${storeless.origin}/api/email-marketing-signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, ...headers },
      body,
    });

  const [made, chosen] = [await ask({}), await ask({ 'X-Request-Id': '7c6e0ab1f2d34c55' })];
  await new Promise((done) => setTimeout(done, 100));
  const output = storeless.output();
  await storeless.remove();

  const ids = [made, chosen].map(({ headers }) => headers.get('x-request-id'));
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[1]).toBe('7c6e0ab1f2d34c55');
  for (const id of ids) {
    const lines = readLog(output).filter((line) => line['id'] === id);
    expect(lines.map(({ name, level }) => [name, level])).toEqual([
      ['email-marketing-signup', 'error'],
      ['request', 'warn'],
    ]);
  }
  expectNothingPersonal(output);
});

test('without LOG_REQUESTS only failures and API requests are logged', async () => {
  const quiet = await serveForms();
  for (const path of ['/', '/index.md', '/search?q=soil', '/icon.svg', '/api/health', '/nowhere']) {
    const response = await fetch(quiet.origin + path);
    await response.text();
    expect(response.headers.get('server-timing')).toBeNull();
  }
  await new Promise((done) => setTimeout(done, 100));
  const output = quiet.output();
  await quiet.remove();

  const requests = readLog(output).filter(({ name }) => name === 'request');
  expect(requests.map(({ route, status }) => [route, status])).toEqual([
    ['/api/health', 200],
    ['(missing)', 404],
  ]);
  expect(requests[0]).toMatchObject({ method: 'GET', level: 'info', ms: expect.any(Number) });
  expect(requests[0]?.['bytes']).toBeGreaterThan(100);
});
