import { expect, test } from 'vitest';
import { toSafePath } from './safe-path.ts';

const siteUrl = 'https://site.example';

test.each([
  ['/staff/log?page=2', '/staff/log?page=2'],
  [`${siteUrl}/staff/log`, '/staff/log'],
])('%s is the path %s', (address, path) => {
  expect(toSafePath(address, siteUrl)).toBe(path);
});

test.each([
  null,
  'https://evil.example/',
  `${siteUrl}.evil.example/`,
  '//evil.example/staff',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '/%2F/evil.example',
  '/%252Fevil.example',
  '/\t/evil.example',
  '/staff\r\nLocation: https://evil.example',
  '/staff%0d%0aSet-Cookie:x=1',
  '/api/auth/signout',
  'javascript:alert(1)',
  'https:evil.example',
  '@evil.example',
])('%j leads to /staff', (address) => {
  expect(toSafePath(address, siteUrl)).toBe('/staff');
});
