import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createRequestIds } from './trace.ts';

const idOf = createRequestIds({ trustedProxies: ['loopback', '10.0.0.0/8'] });
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function from(remoteAddress: string, given?: string): IncomingMessage {
  return { headers: { 'x-request-id': given }, socket: { remoteAddress } } as unknown as IncomingMessage;
}

test('uses the request id that a trusted proxy sends', () => {
  expect(idOf(from('10.1.2.3', 'f3a1b2c4d5e6f708'))).toBe('f3a1b2c4d5e6f708');
  expect(idOf(from('::ffff:127.0.0.1', 'edge/8b2f-AMS=='))).toBe('edge/8b2f-AMS==');
});

test.each([
  ['from another address', '192.0.2.7', 'f3a1b2c4d5e6f708'],
  ['that is missing', '10.1.2.3', undefined],
  ['that is too short', '10.1.2.3', 'short'],
  ['that is too long', '10.1.2.3', 'a'.repeat(65)],
  ['with an address', '10.1.2.3', 'ann@example.org'],
  ['with a line break', '10.1.2.3', 'abcdefgh\n{"level":"error"}'],
  ['with an escape sequence', '10.1.2.3', 'abcdefgh\u001b[2J'],
])('creates a new id instead of one %s', (_, address, given) => {
  const [first, second] = [idOf(from(address, given)), idOf(from(address, given))];

  expect(first).toMatch(uuid);
  expect(second).not.toBe(first);
});

test('ignores request ids if there is no trusted proxy', () => {
  const own = createRequestIds({ trustedProxies: [] });

  expect(own(from('127.0.0.1', 'f3a1b2c4d5e6f708'))).toMatch(uuid);
});
