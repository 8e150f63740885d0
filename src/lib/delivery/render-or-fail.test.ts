import { expect, test } from 'vitest';
import { ApiError } from '#lib/http/api-error.ts';
import { silentLog } from '#lib/log/log.ts';
import { collectLog } from '#test/collected-log.ts';
import { renderOrFail } from './render-or-fail.ts';

const options = {
  name: '/search',
  errors: 'page' as const,
  log: silentLog,
  errorPages: {
    429: { html: '<h1>Wait</h1>', headers: [['X-Frame-Options', 'DENY']] as const },
    500: { html: '<h1>Failed</h1>', headers: [['X-Frame-Options', 'DENY']] as const },
  },
};
const asHtml = { headers: { 'Content-Type': 'text/html' } };

test('returns a complete page with its status and headers', async () => {
  const made = new Response('<p>All</p>', { status: 404, headers: { ...asHtml.headers, 'X-Kept': 'yes' } });

  const response = await renderOrFail({ ...options, render: async () => made });

  expect(response.status).toBe(404);
  expect(response.headers.get('X-Kept')).toBe('yes');
  expect(await response.text()).toBe('<p>All</p>');
});

test('returns a stream without waiting for its end', async () => {
  const endless = new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } });

  expect(await renderOrFail({ ...options, render: async () => endless })).toBe(endless);
});

test('responds with the 500 page if a page fails halfway', async () => {
  const { log, lines } = collectLog();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('<p>Half'));
      controller.error(new Error('secret'));
    },
  });

  const response = await renderOrFail({ ...options, log, render: async () => new Response(body, asHtml) });

  expect(response.status).toBe(500);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('X-Frame-Options')).toBe('DENY');
  expect(await response.text()).toBe('<h1>Failed</h1>');
  expect(lines).toHaveLength(1);
});

test('responds to a client over its limit with the 429 page and the rate limit headers', async () => {
  const details = { message: 'Too many.', resolution: 'Wait.', headers: { 'Retry-After': '7' } };
  const render = () => Promise.reject(new ApiError('RATE_LIMITED', details));

  const response = await renderOrFail({ ...options, render });

  expect(response.status).toBe(429);
  expect(response.headers.get('Retry-After')).toBe('7');
  expect(await response.text()).toBe('<h1>Wait</h1>');
});

test('a route with JSON errors responds to an unexpected error with INTERNAL and hides its message', async () => {
  const { log, lines } = collectLog();
  const render = () => Promise.reject(new Error('secret'));

  const response = await renderOrFail({ ...options, log, errors: 'json', render });

  expect(response.status).toBe(500);
  expect(await response.text()).toMatch(/^\{"error":\{"code":"INTERNAL"(?!.*secret)/);
  expect(lines).toHaveLength(1);
});
