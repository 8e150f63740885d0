import { expect, test } from 'vitest';
import { silentLog } from '#lib/log/log.ts';
import { collectLog } from '#test/collected-log.ts';
import { renderOrFail } from './render-or-fail.ts';

const options = {
  name: '/search',
  isApi: false,
  log: silentLog,
  failurePage: { html: '<h1>Failed</h1>', headers: [['X-Frame-Options', 'DENY']] as const },
};
const asHtml = { headers: { 'Content-Type': 'text/html' } };

test('lets what was made through, with its status and headers', async () => {
  const made = new Response('<p>All</p>', { status: 404, headers: { ...asHtml.headers, 'X-Kept': 'yes' } });

  const response = await renderOrFail({ ...options, render: async () => made });

  expect(response.status).toBe(404);
  expect(response.headers.get('X-Kept')).toBe('yes');
  expect(await response.text()).toBe('<p>All</p>');
});

test('does not wait for the end of what is no page', async () => {
  const endless = new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } });

  expect(await renderOrFail({ ...options, render: async () => endless })).toBe(endless);
});

test('answers a page that fails in the middle with the page for that, whole', async () => {
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

test('answers a failure below /api as JSON that hides it', async () => {
  const { log, lines } = collectLog();
  const render = () => Promise.reject(new Error('secret'));

  const response = await renderOrFail({ ...options, log, isApi: true, render });

  expect(response.status).toBe(500);
  expect(await response.text()).toMatch(/^\{"error":\{"code":"INTERNAL"(?!.*secret)/);
  expect(lines).toHaveLength(1);
});
