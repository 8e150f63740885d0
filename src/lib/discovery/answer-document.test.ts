import { expect, test } from 'vitest';
import { answerDocument } from './answer-document.ts';

const address = 'https://example.org/document.json';
const document = { type: 'application/json', body: { a: 1 } };
const ask = (init?: RequestInit) => answerDocument(new Request(address, init), document);
const tag = ask().headers.get('ETag') ?? '';

test('gives JSON with its tag, its type and its length, to any origin', async () => {
  const answer = ask();
  const text = await answer.text();

  expect(JSON.parse(text)).toEqual({ a: 1 });
  expect(answer.headers.get('Content-Length')).toBe(String(Buffer.byteLength(text)));
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300, must-revalidate');
});

test.each([
  [tag, 304],
  [`W/${tag}`, 304],
  [`"x", W/${tag}`, 304],
  ['*', 304],
  ['"x"', 200],
  [tag.slice(1, -1), 200],
])('who has %s gets %i', (ifNoneMatch, status) => {
  expect(ask({ headers: { 'If-None-Match': ifNoneMatch } }).status).toBe(status);
});

test('HEAD has the headers alone, and another text another tag', async () => {
  const head = ask({ method: 'HEAD' });
  const other = answerDocument(new Request(address), { type: 'text/plain', body: 'text' });

  expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, '']);
  expect(other.headers.get('ETag')).not.toBe(tag);
  expect(await other.text()).toBe('text');
});

test('what would change something is refused with what is allowed', () => {
  const answer = ask({ method: 'POST' });

  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(ask({ method: 'OPTIONS' }).status).toBe(204);
});
