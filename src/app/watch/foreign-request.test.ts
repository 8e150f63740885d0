import { expect, test } from 'vitest';
import { isForeign } from './foreign-request.ts';

const siteUrl = 'https://www.larkmoor.example';
const asked = (host: string, origin?: string, method = 'GET') =>
  isForeign({ method, headers: origin === undefined ? { host } : { host, origin } }, siteUrl);

test.each([
  'localhost:4321',
  'LOCALHOST',
  'larkmoor.localhost:80',
  '127.0.0.1:4321',
  '192.168.1.20',
  '[::1]:4321',
  'www.larkmoor.example',
])('%s is the writer’s', (host) => expect(asked(host)).toBe(false));

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example:4321',
  'larkmoor.example',
  '',
  'a b',
  '@',
])('%s may be another site’s', (host) => expect(asked(host)).toBe(true));

test('a page of another site reads nothing, and forms and pages of the site work', () => {
  expect(asked('localhost:4321', 'https://evil.example')).toBe(true);
  expect(asked('localhost:4321', 'null')).toBe(true);
  expect(asked('localhost:4321', 'http://203.0.113.7')).toBe(true);
  expect(asked('localhost:4321', 'http://localhost:8080')).toBe(true);
  expect(asked('localhost:4321', siteUrl)).toBe(false);
  expect(asked('localhost:4321', 'http://localhost:4321')).toBe(false);
  expect(asked('localhost:4321', 'null', 'POST')).toBe(false);
});
