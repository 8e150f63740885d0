import { expect, test } from 'vitest';
import { checkNumbers } from './check-numbers.ts';
import type { RetrievedPassage } from './chat-types.ts';

const siteUrl = 'https://larkmoor.example';
const passages = [
  passage('Soil Science', 'Soil Science costs £720 for 20 credits.\nIt starts on 11 January 2027 at 18:30.'),
  passage(
    'Refunds',
    'You get the whole fee back up to 14 days before the term starts. After that you get 50 %.',
  ),
  passage('Fees', 'Program | Credits | In all\nDiploma in Rivers | 120 | £4,320'),
];

function passage(title: string, text: string): RetrievedPassage {
  return { url: `${siteUrl}/x`, path: '/x', anchor: '', title, heading: '', type: 'page', text };
}

type Options = { question?: string; isSufficient?: boolean; size?: number };

async function check(
  answer: string,
  { question = 'What does it cost?', isSufficient = true, size = 5 }: Options = {},
) {
  async function* stream() {
    for (let at = 0; at < answer.length; at += size) yield answer.slice(at, at + size);
  }
  const options = {
    passages,
    siteUrl,
    question,
    calendar: 'Today is Sunday, 2026-11-22.',
    verdict: { isSufficient },
  };
  const pieces: string[] = [];
  for await (const piece of checkNumbers(stream(), options)) pieces.push(piece);
  return { text: pieces.join(''), pieces };
}

test.each([
  'Soil Science costs £720 [1]. You get half, 50%, back later [2].',
  'Soil Science costs 720 pounds. [1] It begins at 6:30 pm on 2027-01-11. [1]\n\nSee below.',
  'Fees [1]:\n\n- 20 credits: £720\n- start: January 2027\n',
  'Today is 22 November 2026.',
  'There are no numbers here, and no sources.',
])('an answer with numbers that its passages contain is returned unchanged: %j', async (answer) => {
  expect((await check(answer)).text).toBe(answer);
});

test('a statement with a wrong amount is replaced by the sentence of its passage, with its source', async () => {
  const { text } = await check('Good question. Soil Science costs £960 [1]. You may pay later [1].');

  expect(text).toBe(
    'Good question. The page says: “Soil Science costs £720 for 20 credits.” [1] You may pay later [1].',
  );
});

test('an amount that only another passage contains is removed', async () => {
  const { text } = await check('You get 50 % back [1].');

  expect(text).not.toContain('50 %');
});

test.each(['£20', '18:00', '12 January 2027', '15 days', 'SOIL999', '60 %', '+44 1632 960 999'])(
  'the wrong number %s is removed from a list, from emphasis and without a citation',
  async (wrong) => {
    for (const answer of [`- It is ${wrong} [1]\n- Fine [2]`, `It is **${wrong}** [2].`, `It is ${wrong}.`]) {
      expect((await check(answer)).text).not.toContain(wrong);
    }
  },
);

test('a row of a table is quoted with commas', async () => {
  const { text } = await check('The diploma costs £4,000 [3].');

  expect(text).toBe('The page says: “Diploma in Rivers, 120, £4,320” [3]');
});

test('two wrong statements with the same quote show it once', async () => {
  const { text } = await check('It costs £1 [1]. Soil Science costs £2 [1]. The end.');

  expect(text.match(/The page says/g)).toHaveLength(1);
  expect(text).toContain('The end.');
});

test('a sentence is returned as soon as the next one begins', async () => {
  const { pieces } = await check(
    'It costs £720 [1]. It starts on 11 January 2027 [1]. It is worth 20 credits [1].',
  );

  expect(pieces.length).toBe(3);
});

test('an answer without sufficient passages may repeat the numbers of the question', async () => {
  const answer = 'I could not find SOIL999 or a fee of £500.';
  const question = 'Does SOIL999 cost £500?';

  expect((await check(answer, { question, isSufficient: false })).text).toBe(answer);
  expect((await check(answer, { question })).text).not.toContain('£500');
});

test('chunks of any size give the same result', async () => {
  const answer = 'It costs £960 [1]. It starts at 18:30 [1].\n\n1. Pay £720 [1]\n2. Wait 15 days [2]';
  const { text } = await check(answer);

  for (const size of [1, 2, 7, 1000]) expect((await check(answer, { size })).text).toBe(text);
});

test('the text that arrived before a failure is shown, and the failure is passed on', async () => {
  async function* stream() {
    yield 'It costs £720 [1]. It is worth 20';
    throw new Error('The model is gone.');
  }
  const pieces: string[] = [];
  const read = async () => {
    const options = { passages, siteUrl, question: '', calendar: '', verdict: { isSufficient: true } };
    for await (const piece of checkNumbers(stream(), options)) pieces.push(piece);
  };

  await expect(read()).rejects.toThrow('The model is gone.');
  expect(pieces).toEqual(['It costs £720 [1]. ', 'It is worth 20']);
});
