import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressResponse } from './compress-response.ts';

const page = `<!doctype html>${'<p>Water finds its way.</p>'.repeat(100)}`;

function answerTo(acceptEncoding: string, body: string | null = page, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost/search', { headers: { 'Accept-Encoding': acceptEncoding } });
  return compressResponse(
    request,
    new Response(body, { status: 422, headers: { Vary: 'Accept', ...headers } }),
  );
}

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])(
  'sends a page to a client that accepts %s as %s with the same status and content',
  async (accept, coding, unpack) => {
    const response = await answerTo(accept);

    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([response.status, response.headers.get('Content-Encoding')]).toEqual([422, coding]);
    expect(bytes.length).toBeLessThan(page.length / 5);
    expect(unpack(bytes).toString()).toBe(page);
  },
);

test('sends the page uncompressed if the client accepts no coding, and varies by Accept-Encoding', async () => {
  const response = await answerTo('identity');

  expect(response.headers.get('Content-Encoding')).toBeNull();
  expect(response.headers.get('Vary')).toBe('Accept, Accept-Encoding');
  expect(await response.text()).toBe(page);
});

test('does not compress short, empty or already compressed responses', async () => {
  const short = await answerTo('br', 'Nothing found.');
  const empty = await answerTo('br', null);
  const packed = await answerTo('br', page, { 'Content-Encoding': 'zstd' });

  expect(await short.text()).toBe('Nothing found.');
  expect(short.headers.get('Content-Encoding')).toBeNull();
  expect(empty.body).toBeNull();
  expect(packed.headers.get('Content-Encoding')).toBe('zstd');
});
