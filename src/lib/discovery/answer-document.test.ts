import { expect, test } from 'vitest';
import { answerDocument } from './answer-document.ts';

const address = 'https://example.org/document.json';
const document = { type: 'application/json', body: { a: 1 } };
const answer = (init?: RequestInit) => answerDocument(new Request(address, init), document);
const tag = answer().headers.get('ETag') ?? '';

test('answerDocument with an object sends JSON with length, entity tag and CORS headers', async () => {
  const response = answer();
  const text = await response.text();

  expect(JSON.parse(text)).toEqual({ a: 1 });
  expect(response.headers.get('Content-Length')).toBe(String(Buffer.byteLength(text)));
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=300, must-revalidate');
});

test.each([
  [tag, 304],
  [`W/${tag}`, 304],
  [`"x", W/${tag}`, 304],
  ['*', 304],
  ['"x"', 200],
  [tag.slice(1, -1), 200],
])('answerDocument with If-None-Match %s returns %i', (ifNoneMatch, status) => {
  expect(answer({ headers: { 'If-None-Match': ifNoneMatch } }).status).toBe(status);
});

test('answerDocument sends no body for HEAD, and another entity tag for another body', async () => {
  const head = answer({ method: 'HEAD' });
  const other = answerDocument(new Request(address), { type: 'text/plain', body: 'text' });

  expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, '']);
  expect(other.headers.get('ETag')).not.toBe(tag);
  expect(await other.text()).toBe('text');
});
