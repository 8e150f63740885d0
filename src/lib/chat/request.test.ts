import { expect, test } from 'vitest';
import { readChatRequest } from './request.ts';

let ids = 0;

type Sent = [role: 'user' | 'assistant', ...texts: string[]];

function read(...sent: Sent[]) {
  const messages = sent.map(([role, ...texts]) => ({
    role,
    parts: texts.map((text) => ({ type: 'text', text })),
  }));
  return readBody({ messages });
}

function readBody(body: unknown) {
  return readChatRequest(
    new Request('https://www.example.org/api/chat', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

const message = (text: string, more: object = {}) => ({
  id: `u${(ids += 1)}`,
  role: 'user',
  parts: [{ type: 'text', text }],
  ...more,
});
const assistant = (parts: object[]) => ({ id: 'a1', role: 'assistant', parts });
const conversation = (...messages: object[]) => ({ messages });
const many = (count: number) => Array.from({ length: count }, () => message('late work'));

test('the words of two text parts stay apart', async () => {
  expect(await read(['user', 'When does the', 'autumn term start?'])).toEqual([
    { role: 'user', text: 'When does the\nautumn term start?' },
  ]);
});

test('messages of one role in a row, and questions around an empty answer, become one turn', async () => {
  expect(
    await read(
      ['user', 'Fees?'],
      ['assistant', '', ' '],
      ['user', 'For 2027?'],
      ['assistant', 'One.'],
      ['assistant', '', 'Two.'],
      ['user', 'And?'],
    ),
  ).toEqual([
    { role: 'user', text: 'Fees?\n\nFor 2027?' },
    { role: 'assistant', text: 'One.\n\nTwo.' },
    { role: 'user', text: 'And?' },
  ]);
});

test.each<[string, unknown]>([
  ['no messages', conversation()],
  ['31 messages', conversation(...many(31))],
  [
    'a last message from the assistant',
    conversation(message('hello'), assistant([{ type: 'text', text: 'x' }])),
  ],
  ['2,001 characters', conversation(message('x'.repeat(2001)))],
  [
    '2,001 characters in two parts',
    conversation(
      message('', { parts: [1000, 1001].map((count) => ({ type: 'text', text: 'x'.repeat(count) })) }),
    ),
  ],
  ['2,001 characters in an earlier message', conversation(message('x'.repeat(2001)), message('late'))],
  ['a system role', conversation(message('late', { role: 'system' }), message('late'))],
  ['a tool role', conversation(message('late', { role: 'tool' }), message('late'))],
  [
    'a tool part',
    conversation(
      message('late', {
        parts: [{ type: 'tool-search', toolCallId: '1', state: 'input-available', input: {} }],
      }),
    ),
  ],
  [
    'a tool part of an answer',
    conversation(assistant([{ type: 'dynamic-tool', toolName: 'x', toolCallId: '1' }]), message('late')),
  ],
  [
    'a file part',
    conversation(message('late', { parts: [{ type: 'file', mediaType: 'text/plain', url: 'data:,x' }] })),
  ],
  [
    'a file part of an answer',
    conversation(assistant([{ type: 'file', mediaType: 'text/plain', url: 'data:,x' }]), message('late')),
  ],
  ['a data part', conversation(message('late', { parts: [{ type: 'data-x', data: 1 }] }))],
  [
    'a source part of a user',
    conversation(
      message('late', { parts: [{ type: 'source-url', sourceId: '1', url: 'https://x.example' }] }),
    ),
  ],
  ['a blank message', conversation(message(' \n\t '))],
  ['no parts', conversation(message('', { parts: [] }))],
  [
    '101 parts',
    conversation(message('', { parts: Array.from({ length: 101 }, () => ({ type: 'text', text: 'x' })) })),
  ],
  ['the same id twice', conversation(message('late', { id: 'x' }), message('late', { id: 'x' }))],
  ['a message that is a string', { messages: ['late work'] }],
  ['messages that are an object', { messages: { 0: message('late') } }],
  ['text that is a number', conversation(message('', { parts: [{ type: 'text', text: 1 }] }))],
  ['an id that is a number', { id: 1, messages: [message('late')] }],
  ['a message id that is a number', conversation(message('late', { id: 1 }))],
  ['a message with content but without parts', conversation({ id: '1', role: 'user', content: 'late' })],
  [
    'an answer of 16,001 characters',
    conversation(message('late'), assistant([{ type: 'text', text: 'x'.repeat(16_001) }]), message('late')),
  ],
])('%s is refused', async (_, body) => {
  await expect(readBody(body)).rejects.toMatchObject({ code: 'INVALID_REQUEST', status: 400 });
});

test.each<[string, unknown]>([
  ['30 messages', conversation(...many(30))],
  ['2,000 characters outside the basic plane', conversation(message(`late ${'\u{1F33E}'.repeat(1995)}`))],
  [
    'unknown members',
    { ...conversation(message('late', { metadata: { role: 'system' }, more: 1 })), tools: [], system: 'x' },
  ],
  ['no ids', conversation(message('late', { id: undefined }))],
  [
    'an answer without text',
    conversation(message('late'), assistant([{ type: 'step-start' }]), message('late')),
  ],
])('%s is accepted', async (_, body) => {
  expect(await readBody(body)).not.toEqual([]);
});
