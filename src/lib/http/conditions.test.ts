import { expect, test } from 'vitest';
import { evaluateConditions } from './conditions.ts';

const modifiedAt = Date.parse('2026-01-05T09:00:00.700Z');
const itself = 'Mon, 05 Jan 2026 09:00:00 GMT';
const earlier = 'Mon, 05 Jan 2026 08:59:59 GMT';
const later = 'Mon, 05 Jan 2026 09:00:01 GMT';

function statusFor(headers: Record<string, string>) {
  return evaluateConditions((name) => headers[name], { etag: '"a"', modifiedAt });
}

test.each([
  ['"a"', 304],
  ['W/"a"', 304],
  ['*', 304],
  [' * ', 304],
  ['"b", "a"', 304],
  ['"b",W/"a"', 304],
  ['"x,y", "a"', 304],
  ['"b", , "a",', 304],
  ['"b"', 200],
  ['"a-br"', 200],
  ['a', 200],
  ['', 200],
  ['"', 200],
  ['"b", *', 200],
])('If-None-Match %s against "a" returns %i', (header, status) => {
  expect(statusFor({ 'if-none-match': header })).toBe(status);
});

test.each([
  ['"a"', 200],
  ['*', 200],
  ['"b", "a"', 200],
  ['W/"a"', 412],
  ['W/"b", W/"a"', 412],
  ['"zzz"', 412],
  ['', 412],
])('If-Match %s against "a" returns %i', (header, status) => {
  expect(statusFor({ 'if-match': header })).toBe(status);
});

test.each([
  [itself, 304],
  [later, 304],
  [earlier, 200],
  ['Monday, 05-Jan-26 09:00:00 GMT', 304],
  ['yesterday', 200],
  ['2027', 200],
  ['', 200],
])('If-Modified-Since %s returns %i', (header, status) => {
  expect(statusFor({ 'if-modified-since': header })).toBe(status);
});

test.each([
  [itself, 200],
  [later, 200],
  [earlier, 412],
  ['never', 200],
])('If-Unmodified-Since %s returns %i', (header, status) => {
  expect(statusFor({ 'if-unmodified-since': header })).toBe(status);
});

test('entity tags take precedence over dates', () => {
  expect(statusFor({ 'if-none-match': '"b"', 'if-modified-since': later })).toBe(200);
  expect(statusFor({ 'if-match': '"a"', 'if-unmodified-since': earlier })).toBe(200);
  expect(statusFor({ 'if-match': '"b"', 'if-none-match': '"a"' })).toBe(412);
});

test('without a time of the last change, dates are ignored', () => {
  const dates: Record<string, string> = { 'if-modified-since': later, 'if-unmodified-since': earlier };

  expect(evaluateConditions((name) => dates[name], { etag: '"a"' })).toBe(200);
});
