import { ReadableStream } from 'node:stream/web';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readJson } from './read-json.ts';

const schema = z.object({
  email: z.string('Enter an email address').min(3, 'Too short').max(100, 'Too long'),
  courses: z.array(z.string('Name a course')).max(8, 'At most 8 courses').optional(),
});
const maxBytes = 32_768;

function post(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request('http://site.test/api', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit);
}

function read(request: Request): Promise<z.output<typeof schema>> {
  return readJson(request, schema, { maxBytes });
}

function streamOf(...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
}

test.each([
  'application/json',
  'Application/JSON; charset=UTF-8',
  'application/json;charset="utf-8"',
  'application/json; profile=x',
])('accepts %s', async (type) => {
  const payload = await read(post('{"email":"a@b.c","other":1}', { 'Content-Type': type }));

  expect(payload).toEqual({ email: 'a@b.c' });
});

test.each([
  [{ 'Content-Type': 'text/plain' }],
  [{ 'Content-Type': '' }],
  [{ 'Content-Type': 'application/x-www-form-urlencoded' }],
  [{ 'Content-Type': 'multipart/form-data; boundary=x' }],
  [{ 'Content-Type': 'application/jsonp' }],
  [{ 'Content-Type': 'application/json; charset=utf-16' }],
  [{ 'Content-Type': 'application/json; charset=iso-8859-1' }],
  [{ 'Content-Encoding': 'gzip' }],
  [{ 'Content-Encoding': 'br' }],
  [{ 'Content-Encoding': 'identity, gzip' }],
])('refuses %j with 415', async (headers) => {
  const payload = read(post('{"email":"a@b.c"}', headers));

  await expect(payload).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 });
});

test('a gzip bomb is refused before it is read', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));

  const payload = read(post(bomb, { 'Content-Encoding': 'gzip' }));

  await expect(payload).rejects.toMatchObject({ status: 415 });
});

test.each([
  ['empty', ''],
  ['blank', '  '],
  ['not JSON', 'email=a'],
  ['cut off', '{"email":"a@b.'],
  ['an array', '[{"email":"a@b.c"}]'],
  ['null', 'null'],
  ['a string', '"a@b.c"'],
  ['a number', '1'],
  ['two objects', '{"email":"a@b.c"}{}'],
  ['deeply nested', `{"x":${'['.repeat(16_000)}${']'.repeat(16_000)}`],
  [
    'not UTF-8',
    Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')]),
  ],
])('a body that is %s is refused with 400', async (_, body) => {
  const payload = read(post(body));

  await expect(payload).rejects.toMatchObject({ code: 'INVALID_REQUEST', status: 400, fields: undefined });
});

test('a request without a body is refused with 400', async () => {
  await expect(read(post(null))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('responds to a body with the deepest possible nesting', async () => {
  const depth = 16_000;
  const body = `{"email":"a@b.c","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  const outcome = await read(post(body)).catch((error: unknown) => error);

  if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'INVALID_REQUEST' });
  else expect(outcome).toEqual({ email: 'a@b.c' });
});

test.each([
  ['at the limit', 0, undefined],
  ['one byte over', 1, 413],
  ['a kilobyte over', 1024, 413],
])('limits a body to 32 KiB: %s', async (_, more, status) => {
  const head = '{"email":"a@b.c","x":"';
  const body = `${head}${'x'.repeat(maxBytes - head.length - 2 + more)}"}`;

  const whole = await read(post(body)).catch((error: unknown) => error);
  const streamed = await read(post(streamOf(body.slice(0, 9), body.slice(9)))).catch(
    (error: unknown) => error,
  );
  const lying = await read(post(body, { 'Content-Length': '10' })).catch((error: unknown) => error);

  const expected = status === undefined ? { email: 'a@b.c' } : { status, code: 'PAYLOAD_TOO_LARGE' };
  expect(whole).toMatchObject(expected);
  expect(streamed).toMatchObject(expected);
  expect(lying).toMatchObject(expected);
});

test('bytes are counted, not characters', async () => {
  const body = JSON.stringify({ email: 'a@b.c', x: '\u{1F33E}'.repeat(8200) });

  await expect(read(post(body))).rejects.toMatchObject({ status: 413 });
});

test('stops reading an endless body', async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
  });

  await expect(read(post(endless))).rejects.toMatchObject({ status: 413, headers: { Connection: 'close' } });
  expect(pulled).toBeLessThan(2_000_000);
});

test('refuses a body that stops arriving, after the timeout', async () => {
  const stuck = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"email"')) });

  const payload = readJson(post(stuck), schema, { maxBytes, timeoutMs: 50 });

  await expect(payload).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('arrive'),
  });
});

test('refuses a body if its connection breaks', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });

  await expect(read(post(broken))).rejects.toMatchObject({ code: 'INVALID_REQUEST', status: 400 });
});

test('reports the first error of each field by its path', async () => {
  const payload = read(post('{"email":1,"courses":["A",2,3]}'));

  await expect(payload).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    fields: { email: 'Enter an email address', 'courses.1': 'Name a course', 'courses.2': 'Name a course' },
  });
});

test('a body with thousands of errors gets a short response', async () => {
  const body = JSON.stringify({ email: 'a@b.c', courses: Array.from({ length: 10_000 }, () => 1) });

  const error: unknown = await read(post(body)).catch((reason: unknown) => reason);

  expect(JSON.stringify(error).length).toBeLessThan(3000);
});

test('a __proto__ member changes no prototype, even if the schema keeps unknown members', async () => {
  const loose = z.looseObject({ email: z.string() });
  const body = '{"email":"a@b.c","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';

  const payload = await readJson(post(body), loose, { maxBytes });
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(payload)) copy[key] = value;

  expect(copy['isAdmin']).toBeUndefined();
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  expect(Object.hasOwn(payload, '__proto__')).toBe(false);
});

test.each(['Zoë 🌾', 'שָׁלוֹם', 'Jose\u0301', "Robert'); DROP TABLE registration;--", '=HYPERLINK("x")'])(
  'keeps %s as it was typed',
  async (email) => {
    const payload = await read(post(JSON.stringify({ email })));

    expect(payload.email).toBe(email);
  },
);
