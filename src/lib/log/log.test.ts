import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { collectLog } from '#test/collected-log.ts';
import { captureConsole } from './capture-console.ts';
import { readableLine } from './readable-line.ts';

const anything = fc.oneof(
  anyString(),
  fc.constantFrom(
    '\n{"level":"error"}',
    '\u001b[2J',
    '"}\n',
    '\r\n',
    '\u2028',
    '\u009b31m',
    '\u202e',
    '\\"',
    '\\u0000',
  ),
);
const forbidden = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

test('any message or error is logged as one line of JSON without control characters', () => {
  fc.assert(
    fc.property(anything, anything, (message, thrown) => {
      const { log, text } = collectLog();

      log.warn(message, { name: 'part' });
      log.error('failed', { error: new TypeError(thrown) });

      const lines = text().split('\n');
      expect(lines).toHaveLength(3);
      expect(lines.pop()).toBe('');
      expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['warn', 'error']);
      expect(text()).not.toMatch(forbidden);
    }),
  );
});

test.each([
  ['an address', 'no mail for ann.weir+x@example.org today', 'no mail for [email] today'],
  ['an encoded address', 'at /x/ann%40example.co.uk', 'at /x/[email]'],
  ['an address of other letters', 'to ána@exämple.org', 'to [email]'],
  ['an IPv4 address', 'from 192.0.2.7:5044.', 'from [address]:5044.'],
  ['an IPv6 address', 'from 2001:db8::7 at 10:11:12', 'from [address] at 10:11:12'],
  ['a query', 'GET /search?q=my+illness&x failed', 'GET /search?[query] failed'],
  ['credentials', 'postgres://lectern:hunter22@db:5432/x is away', 'postgres://[secret]@db:5432/x is away'],
  ['a configured secret', 'key AIzaSecret-key is not valid', 'key [secret] is not valid'],
  ['a long token', `of ${'a1B2'.repeat(12)}`, 'of [token]'],
])('redacts %s in a message', (_, message, expected) => {
  const { log, lines } = collectLog({ secrets: ['AIzaSecret-key'] });

  log.warn(message);

  expect(lines[0]?.msg).toBe(expected);
});

test.each([
  'connect ECONNREFUSED 127.0.0.1:5432',
  'the counter store is back after 3 s',
  'could not send /srv/dist/client/index.html.br',
  'the store is unavailable: SQLSTATE 57P01',
  '@ai-sdk/google: status 503',
])('leaves %s unchanged', (message) => {
  const { log, lines } = collectLog();

  log.warn(message);

  expect(lines[0]?.msg).toBe(message);
});

test('logs the type, code, stack and causes of an error, but no other members and no quoted text', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const error = Object.assign(new Error('Unexpected "Ann Weir" in "form"', { cause }), {
    detail: 'Key (email)=(ann@example.org)',
    requestBodyValues: { prompt: 'my illness' },
    input: '//ann',
  });
  const { log, lines, text } = collectLog();

  log.error('failed', { name: 'search', error });

  expect(lines[0]).toMatchObject({
    name: 'search',
    error: {
      type: 'Error',
      message: 'Unexpected "…"',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' },
    },
  });
  expect(text()).not.toMatch(/ann|illness/i);
});

test('does not log the input that a parser error quotes', () => {
  const { log, text } = collectLog();
  for (const body of ['{"name":"Ann Weir","a', 'Ann Weir', '["Ann', '{"a":"Ann Weir\n']) {
    try {
      JSON.parse(body);
    } catch (error) {
      log.error('failed', { error });
    }
  }

  expect(text()).not.toMatch(/Ann|Weir/);
});

test('stops at a circular chain of causes', () => {
  const error = new Error('round');
  error.cause = error;
  const { log, lines } = collectLog();

  log.error('failed', { error });

  expect(lines).toHaveLength(1);
});

test('logs the error types and stack frames that a library prints, without its messages', () => {
  const { log, lines, text } = collectLog();
  const printed = { ...console };
  captureConsole(log, printed);
  const { stack = '' } = new TypeError('no such person: Ann Weir');

  printed.error(`\u001b[31m[ERROR]\u001b[39m Could not render http://localhost/search?q=Ann\n${stack}`);
  printed.error(stack);
  printed.error(new RangeError('too "Ann" long'));
  printed.warn('a warning of one line');
  printed.info('an object', { name: 'Ann' });

  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'Could not render, TypeError'],
    ['error', 'TypeError'],
    ['error', 'a library printed an error'],
    ['warn', 'a warning of one line'],
    ['info', 'an object [object]'],
  ]);
  expect(lines[0]?.['stack']).toContain('log.test.ts');
  expect(text()).not.toMatch(/Ann|Weir/);
});

test('formats a line for a terminal', () => {
  const json = JSON.stringify({
    level: 'warn',
    time: '2027-01-11T10:11:12.000Z',
    name: 'mail',
    msg: 'is late',
    id: 'x',
  });

  expect(readableLine(json)).toBe('10:11:12 warn  mail: is late id=x\n');
});
