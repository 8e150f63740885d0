import { expect, test } from 'vitest';
import { newClient, serveForms } from './forms-site.ts';
import { askOnce, openRaw, statusOf } from './raw-client.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() => serveForms({ HOST: '127.0.0.1' }));

const host = 'Host: x\r\n';
const last = 'Connection: close\r\n';
const json = 'Content-Type: application/json\r\n';
const client = () => `X-Forwarded-For: ${newClient()}\r\n`;

test.each([
  ['URLs of 9 kB', `GET /${'a'.repeat(9_000)} HTTP/1.1\r\n${host}${last}\r\n`, 414],
  ['API URLs of 9 kB', `GET /api/search?q=${'a'.repeat(9_000)} HTTP/1.1\r\n${host}${last}\r\n`, 400],
  ['URLs of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ['a header of 20 kB', `GET / HTTP/1.1\r\n${host}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['101 headers', `GET / HTTP/1.1\r\n${host}${'A: b\r\n'.repeat(100)}\r\n`, 431],
  ['100 headers', `GET / HTTP/1.1\r\n${host}${last}${'A: b\r\n'.repeat(98)}\r\n`, 200],
  ['a request without a Host', `GET / HTTP/1.1\r\n${last}\r\n`, 400],
  ['two Hosts', `GET / HTTP/1.1\r\n${host}HOST: y\r\n${last}\r\n`, 400],
  ['the same Host twice', `GET / HTTP/1.1\r\n${host}${host}${last}\r\n`, 400],
  ['two Hosts below /api', `GET /api/health HTTP/1.1\r\n${host}Host: y\r\n${last}\r\n`, 400],
  ['a Host with a user name', `GET /staff HTTP/1.1\r\nHost: a@b\r\n${last}\r\n`, 400],
  ['two hosts in one Host', `GET / HTTP/1.1\r\nHost: a, b\r\n${last}\r\n`, 400],
  ['a Host with a path', `GET /register HTTP/1.1\r\nHost: a/b\r\n${last}\r\n`, 400],
  ['a Host with an invalid port', `GET / HTTP/1.1\r\nHost: a:99999\r\n${last}\r\n`, 400],
  ['an unfinished IPv6 Host below /api', `GET /api/health HTTP/1.1\r\nHost: [::1\r\n${last}\r\n`, 400],
  ['a Host of 300 characters', `GET /api/health HTTP/1.1\r\nHost: ${'a'.repeat(300)}\r\n${last}\r\n`, 400],
  ['an IPv6 Host', `GET /register HTTP/1.1\r\nHost: [::1]:4321\r\n${last}\r\n`, 200],
  ['a Host with an underscore', `GET /register HTTP/1.1\r\nHost: my_site:80\r\n${last}\r\n`, 200],
  ['an empty Host', `GET / HTTP/1.1\r\nHost:\r\n${last}\r\n`, 200],
  ['TRACE of a page', `TRACE / HTTP/1.1\r\n${host}${last}\r\n`, 405],
  ['TRACE below /api', `TRACE /api/health HTTP/1.1\r\n${host}${last}\r\n`, 405],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, 405],
  ['a WebDAV method for a page', `PROPFIND / HTTP/1.1\r\n${host}${last}\r\n`, 405],
  ['a WebDAV method for an API', `PROPFIND /api/health HTTP/1.1\r\n${host}${last}\r\n`, 405],
  ['an unknown method', `BREW / HTTP/1.1\r\n${host}\r\n`, 501],
  ['the absolute URL of another site', `GET http://evil.example/ HTTP/1.1\r\n${host}${last}\r\n`, 400],
  ['the absolute URL of this site', `GET http://localhost:4321/ HTTP/1.1\r\n${host}${last}\r\n`, 200],
  ['HTTP/2 without negotiation', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n\r\n', 200],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00', 400],
  ['an unknown Expect header', `GET / HTTP/1.1\r\n${host}${last}Expect: magic\r\n\r\n`, 417],
])('sends one response to %s and closes the connection', async (_, request, status) => {
  const answer = await askOnce(site.port, request);

  expect(statusOf(answer)).toBe(status);
  expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  expect(answer).toMatch(/^Connection: close\r$/im);
});

test.each(['websocket', 'h2c'])('an upgrade to %s is ignored', async (protocol) => {
  const upgrade = `Connection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Key: x\r\n`;
  const connection = openRaw(site.port, `GET /api/health HTTP/1.1\r\n${host}${upgrade}\r\n`);
  await connection.until('{"status":"ok"}');

  connection.socket.write(`GET /api/health HTTP/1.1\r\n${host}${last}\r\n`);
  await connection.closed;

  expect(connection.received().match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
});

test.each(['/', '/search', '/api/health'])('HTTP/1.0 gets %s without chunks', async (path) => {
  const answer = await askOnce(site.port, `GET ${path} HTTP/1.0\r\n\r\n`);

  expect(statusOf(answer)).toBe(200);
  expect(answer).not.toMatch(/^Transfer-Encoding/im);
});

test('pipelined requests are answered in order', async () => {
  const paths = ['/', '/api/health', '/api/search?q=soil', '/nowhere', '/courses.md', '/api/nothing'];
  const requests = paths.map((path) => `HEAD ${path} HTTP/1.1\r\n${host}${client()}\r\n`);

  const answer = await askOnce(
    site.port,
    `${requests.join('')}GET /api/health HTTP/1.1\r\n${host}${last}\r\n`,
  );

  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
  expect(statuses).toEqual([200, 200, 200, 404, 200, 404, 200]);
});

const posts = ['/api/chat', '/api/course-registration', '/api/email-marketing-signup', '/mcp'];

test.each([...posts, '/register', '/', '/api/nothing'])(
  '%s sends no 100 Continue for a body over the limit',
  async (path) => {
    const headers = `${host}${client()}${json}Expect: 100-continue\r\nContent-Length: 2000000\r\n`;
    const connection = openRaw(site.port, `POST ${path} HTTP/1.1\r\n${headers}\r\n`);

    const answer = await connection.until(/HTTP\/1\.1 \d+ [^]*\r\n\r\n/);

    expect(statusOf(answer)).toBe(413);
  },
);

test('sends 100 Continue for an acceptable body', async () => {
  const body = '{"email": "nobody"}';
  const headers = `${host}${client()}${json}${last}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`;
  const connection = openRaw(site.port, `POST /api/email-marketing-signup HTTP/1.1\r\n${headers}\r\n`);
  const first = await connection.until('\r\n\r\n');

  connection.socket.write(body);
  await connection.closed;

  expect(statusOf(first)).toBe(100);
  expect(connection.received()).toContain('HTTP/1.1 400 Bad Request');
  expect(connection.received()).toContain('INVALID_REQUEST');
});

test('sends no 100 Continue for a page', async () => {
  const headers = `${host}Expect: 100-continue\r\nContent-Length: 5\r\n`;
  const connection = openRaw(site.port, `POST / HTTP/1.1\r\n${headers}\r\n`);

  const answer = await connection.until('\r\n\r\n');

  expect(statusOf(answer)).toBe(405);
});
