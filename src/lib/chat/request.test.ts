import { expect, test } from 'vitest';
import { readChatRequest } from './request.ts';

type Sent = [role: 'user' | 'assistant', ...texts: string[]];

function read(...sent: Sent[]) {
  const messages = sent.map(([role, ...texts]) => ({
    role,
    parts: texts.map((text) => ({ type: 'text', text })),
  }));
  return readChatRequest(
    new Request('https://www.example.org/api/chat', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ messages }),
    }),
  );
}

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
