import { expect, test } from 'vitest';
import { chatText } from '#lib/i18n/en/chat.ts';
import {
  createConversationStore,
  startConversation,
  startTurn,
  toRequestBody,
  type Turn,
} from './conversation.ts';

type Message = { id: string; role: string; parts: { type: string; text: string }[] };
const messagesOf = (turns: Turn[], question: string) =>
  (toRequestBody({ id: 'c', turns }, question) as { messages: Message[] }).messages;
const answered = (question: string, answer: string): Turn => ({
  ...startTurn(question),
  answer,
  state: 'complete',
});

function memoryStorage(entries = new Map<string, string>()): Storage {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    get length() {
      return entries.size;
    },
  } as Storage;
}

test('toRequestBody returns the answered turns and the question with unique ids', () => {
  const turns = [answered('One?', 'First.'), startTurn('No answer?'), answered('Two?', 'Second.')];

  const messages = messagesOf(turns, 'Three?');

  expect(messages.map(({ role, parts }) => [role, parts[0]?.text])).toEqual([
    ['user', 'One?'],
    ['assistant', 'First.'],
    ['user', 'Two?'],
    ['assistant', 'Second.'],
    ['user', 'Three?'],
  ]);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(5);
});

test('toRequestBody drops the oldest turns over the limits on messages and bytes', () => {
  const many = Array.from({ length: 40 }, (_, index) => answered(`Question ${index}`, `Answer ${index}`));
  const large = Array.from({ length: 10 }, (_, index) => answered(`Question ${index}`, 'é'.repeat(10_000)));

  const few = messagesOf(many, 'Last?');
  const light = messagesOf(large, 'Last?');

  expect(few).toHaveLength(29);
  expect(few[0]?.parts[0]?.text).toBe('Question 26');
  expect(Buffer.byteLength(JSON.stringify({ id: 'c', messages: light }))).toBeLessThan(65_536);
  expect(light[0]?.role).toBe('user');
  expect(light.at(-1)?.parts[0]?.text).toBe('Last?');
});

test('a stored conversation is loaded, with an unfinished turn marked as cut off', () => {
  const storage = memoryStorage();
  const store = createConversationStore(() => storage);
  const turns = [answered('One?', 'First.'), { ...startTurn('Two?'), answer: 'Sec' }];
  store.save({ id: 'c', turns });

  const loaded = store.load();

  expect(loaded.id).toBe('c');
  expect(loaded.turns[0]).toEqual(turns[0]);
  expect(loaded.turns[1]).toEqual({ ...turns[1], state: 'cut-off', problem: chatText.cutOff });
  store.save({ id: 'c', turns: [] });
  expect(storage.length).toBe(0);
});

test.each([
  '',
  '{',
  '[]',
  'null',
  '{"id":7}',
  '{"id":"c","turns":{}}',
  '{"id":"c","turns":[null,7,{"question":1}]}',
])('load returns an empty conversation when storage holds %j', (stored) => {
  const store = createConversationStore(() => memoryStorage(new Map([['chat', stored]])));

  expect(store.load().turns).toEqual([]);
});

test('load drops sources without an http or https URL', () => {
  const turn = {
    ...answered('One?', 'First.'),
    sources: [{ number: 1, url: 'javascript:alert(1)', title: 'x' }],
  };
  const stored = JSON.stringify({ id: 'c', turns: [turn] });
  const store = createConversationStore(() => memoryStorage(new Map([['chat', stored]])));

  expect(store.load().turns[0]?.sources).toEqual([]);
});

test('load and save do not throw when storage is disabled', () => {
  const store = createConversationStore(() => {
    throw new DOMException('refused', 'SecurityError');
  });

  store.save({ id: 'c', turns: [answered('One?', 'First.')] });

  expect(store.load().turns).toEqual([]);
  expect(startConversation().id).not.toBe(startConversation().id);
});
