import { expect, test } from 'vitest';
import { isOwnNavigation } from './require-export.ts';

const siteUrl = 'https://www.example.org';

test.each([
  [{ 'Sec-Fetch-Site': 'same-origin' }, true],
  [{ 'Sec-Fetch-Site': 'none' }, true],
  [{ 'Sec-Fetch-Site': 'same-site' }, false],
  [{ 'Sec-Fetch-Site': 'cross-site' }, false],
  [{ 'Sec-Fetch-Site': 'same-origin, cross-site' }, false],
  [{ 'Sec-Fetch-Site': '' }, false],
  [{ 'Sec-Fetch-Site': 'cross-site', Referer: 'https://www.example.org/staff/registrations' }, false],
  [{ Referer: 'https://www.example.org/staff/registrations?term=2027-spring' }, true],
  [{ Referer: 'https://www.example.org.evil.example/' }, false],
  [{ Referer: 'https://evil.example/?https://www.example.org/' }, false],
  [{ Referer: 'https://www.example.org@evil.example/' }, false],
  [{ Host: 'localhost:4321', Referer: 'http://localhost:4321/staff/registrations' }, true],
  [{ Referer: 'rubbish' }, false],
  [{}, false],
])('isOwnNavigation with the headers %j is %s', (headers: Record<string, string>, isOwn) => {
  expect(isOwnNavigation(new Headers(headers), siteUrl)).toBe(isOwn);
});
