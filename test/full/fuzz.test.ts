import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { processOf } from '#test/served-site.ts';
import { newClient, serveForms } from '#test/http/forms-site.ts';
import { createRandom } from '#test/random.ts';
import { useShared } from '#test/use-shared.ts';

/** Duration in seconds. `npm run soak` runs for an hour. */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 5);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

const site = useShared(() => serveForms({ HOST: '127.0.0.1' }, { asProcess: true }));

const paths = [
  ...[
    '/',
    '/courses',
    '/courses.md',
    '/search?q=soil',
    '/courses/find?q=soil',
    '/courses/compare?code=SOIL101',
    '/programs/compare?program=masters-land-and-water',
    '/courses/seats.json',
    '/api/search?q=soil',
    '/api/health',
    '/api/chat',
    '/mcp',
  ],
  ...[
    '/api/course-registration',
    '/api/email-marketing-signup',
    '/register',
    '/newsletter',
    '/staff',
    '/nowhere',
  ],
  ...['/api/auth/session', '/api/auth/callback/directory', '/openapi.json', '/llms.txt', '/og/x.png', '/ask'],
];
const methods = [
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'TRACE',
  'CONNECT',
  'BREW',
];
const lines = [
  ...['Accept: text/markdown;q=0.1, */*', 'Accept-Encoding: br;q=0, gzip', 'Content-Type: application/json'],
  ...[
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 5',
    'Content-Length: 70000',
    'Range: bytes=-5-',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Connection: keep-alive, upgrade',
    'Upgrade: h2c',
    'Expect: 100-continue',
  ],
  ...[
    'If-None-Match: "a", W/"b", *',
    'Cookie: a=b; authjs.session-token=%00',
    'Origin: null',
    'Forwarded: for="[::1',
  ],
];
const bodies = [
  '',
  '{}',
  '{"email":"a@example.org"}',
  '{"__proto__":{"x":1}}',
  '[[[[',
  'a=b&a=c',
  '5\r\nhello\r\n0\r\n\r\n',
];
const noise = [
  '\r',
  '\n',
  '\0',
  '%',
  '\u00ff',
  ' ',
  ':',
  '"',
  '../',
  '\t',
  '%00',
  '{',
  '\r\n\r\n',
  'a'.repeat(9_000),
];

test(
  'malformed requests to every route cause no crash, log line or memory growth',
  async () => {
    const random = createRandom(seed);
    await makeNoise(random, Math.max(1, seconds / 5));
    const before = residentBytes();

    const sent = await makeNoise(random, seconds);
    const health = await fetch(`${site.origin}/api/health`);

    console.info(
      `fuzz: ${sent} connections, ${before} bytes resident at first, ${residentBytes()} at the end`,
    );
    expect(sent).toBeGreaterThan(20);
    expect(health.status).toBe(200);
    expect(processOf(site).exitCode).toBeNull();
    expect(site.output()).not.toMatch(/unhandled|uncaught|TypeError|RangeError|": failed|INTERNAL/i);
    expect(residentBytes() - before).toBeLessThan(150 * 1024 * 1024);
  },
  seconds * 3_000 + 60_000,
);

/** Sends malformed requests from eight concurrent clients for `length` seconds. Returns the number of connections. */
async function makeNoise(random: () => number, length: number): Promise<number> {
  const end = Date.now() + length * 1_000;
  let sent = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (; Date.now() < end; sent += 1) await send(makeRequests(random));
    }),
  );
  return sent;
}

function makeRequests(random: () => number): Buffer {
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)]!;
  const count = 1 + Math.floor(random() * 3);
  let text = '';
  for (let index = 0; index < count; index += 1) {
    const headers = Array.from({ length: Math.floor(random() * 5) }, () => `${pick(lines)}\r\n`).join('');
    const client = `Host: x\r\nX-Forwarded-For: ${newClient()}\r\n`;
    text += `${pick(methods)} ${pick(paths)} HTTP/1.1\r\n${client}${headers}\r\n${pick(bodies)}`;
  }
  for (let rounds = Math.floor(random() * 4); rounds > 0; rounds -= 1) {
    const at = Math.floor(random() * text.length);
    text =
      text.slice(0, at) + (random() < 0.7 ? pick(noise) : '') + text.slice(at + Math.floor(random() * 4));
  }
  return Buffer.from(random() < 0.1 ? text.slice(0, Math.floor(random() * text.length)) : text, 'latin1');
}

/** Closes the connection after 50 idle milliseconds, with or without a response. */
function send(bytes: Buffer): Promise<void> {
  return new Promise((done) => {
    const socket = connect({ port: site.port, host: '127.0.0.1' }, () => socket.write(bytes));
    socket.on('data', () => undefined).on('error', () => undefined);
    socket.setTimeout(50, () => socket.destroy());
    socket.once('close', () => done());
  });
}

/** The server's resident memory on Linux; 0 on other systems. */
function residentBytes(): number {
  try {
    const status = readFileSync(`/proc/${processOf(site).pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
