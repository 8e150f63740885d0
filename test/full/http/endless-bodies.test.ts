import { expect, test } from 'vitest';
import { newClient, serveForms } from '#test/http/forms-site.ts';
import { useShared } from '#test/use-shared.ts';
import { openRaw, sendChunks, statusOf } from '#test/http/raw-client.ts';

const site = useShared(() => serveForms({ HOST: '127.0.0.1' }));

test.each([
  '/api/chat',
  '/api/course-registration',
  '/api/email-marketing-signup',
  '/mcp',
  '/register',
  '/newsletter',
  '/',
  '/api/nothing',
  '/api/health',
  '/staff/sign-in',
])('%s cuts off endless chunks', async (path) => {
  const headers = `Host: x\r\nX-Forwarded-For: ${newClient()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`;
  const connection = openRaw(site.port, `POST ${path} HTTP/1.1\r\n${headers}\r\n`);

  const sent = await sendChunks(connection, 300_000_000);
  await connection.closed;

  expect(sent).toBeLessThan(300_000_000);
  if (connection.received() !== '') expect(statusOf(connection.received())).toBeGreaterThanOrEqual(300);
});
