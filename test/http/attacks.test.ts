import { expect, test } from 'vitest';
import { newClient, serveForms } from './forms-site.ts';
import { askOnce, openRaw, statusOf } from './raw-client.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() => serveForms({ HOST: '127.0.0.1' }));

const host = 'Host: x\r\n';
const last = 'Connection: close\r\n';
/** A valid request inside another one. A 200 response shows that the server has parsed it as a request. */
const smuggled = 'GET /courses.md HTTP/1.1\r\nHost: x\r\n\r\n';
const chunks = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const post = (headers: string, body: string) => `POST /api/nothing HTTP/1.1\r\n${host}${headers}\r\n${body}`;
const get = (headers: string, path = '/api/health') => `GET ${path} HTTP/1.1\r\n${host}${headers}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';

test.each([
  ['a length and chunks (CL.TE)', post(`Content-Length: 6\r\n${chunked}`, `0\r\n\r\n${smuggled}`)],
  ['chunks and a length (TE.CL)', post(`${chunked}Content-Length: 4\r\n`, chunks(smuggled))],
  ['an unknown coding', post('Transfer-Encoding: xchunked\r\n', smuggled)],
  ['chunks after a vertical tab', post('Transfer-Encoding: \vchunked\r\n', smuggled)],
  ['chunks on a folded line', post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n', smuggled)],
  ['two lengths', post('Content-Length: 0\r\nContent-Length: 5\r\n', smuggled)],
  ['a chunk that is longer than its size', post(chunked, `1\r\nab\r\n0\r\n\r\n${smuggled}`)],
  ['a chunk line that ends in LF alone', post(chunked, `1\na\n0\n\n${smuggled}`)],
  ['a header line that ends in LF alone', `GET /api/health HTTP/1.1\n${host}\n${smuggled}`],
  ['a folded header line', get('X: a\r\n Content-Length: 40\r\n') + smuggled],
  ['a space in the target', `GET /api /health HTTP/1.1\r\n${host}\r\n${smuggled}`],
])('%s is rejected, and the bytes after it are not read as a request', async (_, request) => {
  const answer = await askOnce(site.port, request);

  // The server may detect an error in the body only after it has responded to the headers.
  expect(statusesOf(answer).at(-1)).toBe(400);
  expect(statusesOf(answer)).not.toContain(200);
});

test('a body after GET is never read as the next request', async () => {
  const body = `Content-Length: ${smuggled.length}\r\n`;

  const answer = await askOnce(site.port, get(body) + smuggled + get(last, '/api/nothing'));

  expect([[200], [200, 404], [400], [413]]).toContainEqual(statusesOf(answer));
  expect(answer).not.toContain('text/markdown');
});

test('chunk extensions and trailers have no effect', async () => {
  const body = '2;name=value\r\n{}\r\n0\r\nX-Trailer: 9\r\n\r\n';

  const answer = await askOnce(site.port, post(chunked, body) + get(last));

  expect(statusesOf(answer)).toEqual([404, 200]);
});

const injected = [
  '%0d%0aX-Injected:%201',
  '%0aX-Injected:1',
  '%0d%0a%0d%0a<script>',
  '%E5%98%8D%E5%98%8AX-Injected:1',
];
const takers = [
  (text: string) => `/${text}`,
  (text: string) => `/courses/${text}/`,
  (text: string) => `/courses.html?${text}`,
  (text: string) => `/search?q=${text}`,
  (text: string) => `/api/search?q=${text}&type=${text}`,
  (text: string) => `/api/auth/signin?callbackUrl=${text}`,
  (text: string) => `/staff/sign-in?callbackUrl=/staff${text}`,
  (text: string) => `/newsletter/unsubscribe?token=${text}`,
  (text: string) => `/newsletter/confirm?token=${text}`,
  (text: string) => `/register/confirm?token=${text}`,
  (text: string) => `/register/receipt?token=${text}`,
];

test.each(injected)('%s injects no header', async (text) => {
  for (const address of takers) {
    const [head = ''] = (await askOnce(site.port, get(last, address(text)))).split('\r\n\r\n');

    expect(head).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(head).not.toMatch(/^x-injected/im);
  }
});

const swaps = [
  'X-Forwarded-Host: evil.example\r\n',
  'X-Forwarded-Proto: evil\r\nX-Forwarded-Port: 1\r\nX-Forwarded-Prefix: /evil\r\n',
  'Forwarded: host=evil.example;proto=evil\r\n',
  'X-Original-URL: /staff\r\nX-Rewrite-URL: /staff\r\n',
  'X-HTTP-Method-Override: DELETE\r\nX-HTTP-Method: PUT\r\nX-Method-Override: POST\r\n',
  'X-Host: evil.example\r\nX-Forwarded-Server: evil.example\r\nTrue-Client-IP: 1.1.1.1\r\n',
  'Origin: https://evil.example\r\nReferer: https://evil.example/\r\n',
  'Cookie: a=b; authjs.session-token=evil\r\nAuthorization: Basic ZXZpbA==\r\n',
  'Accept-Language: xx-evil\r\nUser-Agent: evil\r\nSec-Fetch-Site: cross-site\r\n',
];

const publicAddresses = [
  '/',
  '/courses',
  '/courses.md',
  '/llms.txt',
  '/sitemap-index.xml',
  '/openapi.json',
  '/nowhere',
];

test.each(publicAddresses)('only headers named in Vary change the response of %s', async (path) => {
  const plain = withoutChange(await askOnce(site.port, get(last, path)));

  for (const swap of swaps) {
    expect(withoutChange(await askOnce(site.port, get(last + swap, path)))).toBe(plain);
  }
  const evil = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n${last}\r\n`;
  expect(withoutChange(await askOnce(site.port, evil))).toBe(plain);
  expect(plain).not.toContain('evil');
});

const up = [
  '..',
  '%2e%2e',
  '.%2e',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '%uff0e%uff0e',
  '..;',
  '..%00',
  '..%2f',
  '..%5c',
  '..\\',
  '....',
  '%2e%2e%2f',
  '%252e%252e%252f',
  '．．',
  '..%c0%af',
  '.%00.',
  '..%ef%bc%8f',
];
const folders = ['', '_astro/', 'api/'];
const secrets = ['etc/passwd', 'manifest.json'];

test.each(folders)(
  'no path traversal leaves /%s',
  async (folder) => {
    const found: string[] = [];

    for (const step of up) {
      for (const secret of secrets) {
        const targets = [`/${folder}${`${step}/`.repeat(4)}${secret}`, `/${folder}${step}/${secret}.md`];
        for (const target of targets) {
          const answer = await askOnce(site.port, get(last, Buffer.from(target).toString('latin1')));
          const isRefused = [303, 400, 404].includes(statusOf(answer));
          if (!isRefused || /root:.*:0:0|"dependencies"|SQLite format|"variants"/.test(answer))
            found.push(target);
        }
      }
    }

    expect(found).toEqual([]);
  },
  60_000,
);

test.each([
  '/manifest.json',
  '/passages.sqlite',
  '/server/entry.mjs',
  '/.env',
  '/.git/config',
  '/package.json',
])('%s is not served', async (path) => {
  expect(statusOf(await askOnce(site.port, get(last, path)))).toBe(404);
});

const elsewhere = [
  '//evil.example',
  '/\\evil.example/',
  '/%2Fevil.example/',
  '//evil.example/courses/',
  '/.//evil.example/',
  '/;@evil.example/',
  '/index.html//evil.example',
];

test.each(elsewhere)('%s does not redirect to another site', async (path) => {
  const answer = await askOnce(site.port, get(last, path));

  const location = /^Location: (.*)\r$/im.exec(answer)?.[1];
  const address = location === undefined ? undefined : new URL(location, 'http://localhost:4321');
  expect(address?.hostname ?? 'localhost').toBe('localhost');
});

test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__.polluted'])(
  '%s has no special effect as a path, query parameter or JSON member',
  async (name) => {
    const body = JSON.stringify({ email: 'x' }).replace('{', `{"${name}":{"polluted":"yes"},`);
    const json = `X-Forwarded-For: ${newClient()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

    const found = [
      await askOnce(site.port, get(last, `/${name}`)),
      await askOnce(site.port, get(last, `/api/${name}`)),
      await askOnce(site.port, get(last, `/api/auth/${name}`)),
      await askOnce(site.port, get(last, `/api/search?q=soil&${name}=1&${name}[polluted]=1`)),
      await askOnce(
        site.port,
        `POST /api/email-marketing-signup HTTP/1.1\r\n${host}${last}${json}\r\n${body}`,
      ),
    ];

    expect(found.map(statusOf)).toEqual([404, 404, expect.toBeOneOf([404, 503]), 200, 400]);
    expect(found.join()).not.toContain('polluted":"yes');
  },
);

test('client input cannot forge log lines', async () => {
  const before = site.output().length;
  const line = 'auth: forged line of the log';

  await askOnce(
    site.port,
    get(`${last}User-Agent: x ${line}\r\nX-Request-Id: ${line}\r\n`, `/%0a${encodeURIComponent(line)}`),
  );
  await askOnce(site.port, get(last, `/api/search?q=%0a${encodeURIComponent(line)}`));
  await askOnce(
    site.port,
    get(`${last}Cookie: authjs.session-token=%0a${encodeURIComponent(line)}\r\n`, '/staff'),
  );
  await askOnce(site.port, `BREW /\n${line} HTTP/1.1\r\n\r\n`);

  expect(site.output().slice(before)).not.toContain('forged line');
});

test('the server still responds after all attacks', async () => {
  const connection = openRaw(site.port, get(last));

  await connection.closed;

  expect(connection.received()).toContain('{"status":"ok"}');
  expect(site.output()).not.toMatch(/failed|unhandled|TypeError/i);
});

/** Removes the headers that differ between equal responses. */
function withoutChange(answer: string): string {
  return answer.replaceAll(/^(?:Date|X-Request-Id|Age): .*\r\n/gim, '');
}

function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}
