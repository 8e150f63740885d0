import { expect, test } from 'vitest';
import type { Meaning } from '#lib/retrieval/vector-index.ts';
import { useRetriever } from '#test/small-retriever.ts';

const { open, ask, near } = useRetriever();

const conversation = [
  { role: 'user', text: 'What do courses cost?' },
  { role: 'assistant', text: 'See the page of each course.' },
  { role: 'user', text: 'And back?' },
] as const;

test.each([
  ['nearer to the joined questions', { alone: [['ill', 0.4]], joined: [['back', 0.6]] }, ['back', 'ill']],
  ['nearer to the last question', { alone: [['ill', 0.6]], joined: [['back', 0.4]] }, ['ill', 'back']],
  [
    'once, with its better score',
    {
      alone: [
        ['ill', 0.5],
        ['hours', 0.3],
      ],
      joined: [
        ['pay', 0.4],
        ['hours', 0.6],
      ],
    },
    ['hours', 'ill', 'pay'],
  ],
  ['if only the last question is near', { alone: [['ill', 0.4]], joined: [['back', 0.1]] }, ['ill', 'back']],
] as [string, Record<'alone' | 'joined', [string, number][]>, string[]][])(
  'in a conversation, ranks a passage %s',
  async (_what, { alone, joined }, expected) => {
    const meaning: Pick<Meaning, 'nearest'> = {
      nearest: (text, limit) => near(...(text === 'And back?' ? alone : joined)).nearest(text, limit),
    };

    const { passages: found } = await open({ meaning }).retrieve(conversation);

    expect(found.slice(0, expected.length).map(({ anchor }) => anchor)).toEqual(expected);
  },
);

test('after a change of subject, finds no passages about the subject before', async () => {
  const last = 'Who helps students with illness?';
  const meaning: Pick<Meaning, 'nearest'> = {
    nearest: (text, limit) => near(...(text === last ? ill : fees)).nearest(text, limit),
  };
  const ill: [string, number][] = [['ill', 0.6]];
  const fees: [string, number][] = [
    ['pay', 0.5],
    ['back', 0.5],
  ];

  const { question, passages: found } = await open({ meaning }).retrieve([
    ...conversation.slice(0, 2),
    { role: 'user', text: last },
  ]);

  expect(question).toBe(last);
  expect(found.map(({ anchor }) => anchor)).toEqual(['ill']);
});

test('puts five sections by meaning first, then the best by words', async () => {
  const meaning = near(['hours', 0.6], ['ill', 0.5], ['pay', 0.4]);

  const { passages: found } = await ask('How are books lent?', { meaning });

  expect(found.map(({ anchor }) => anchor)).toEqual(['hours', 'ill', 'pay', 'loans']);
});

test('of passages that are about as near, puts the one with the words of the question first', async () => {
  const meaning = near(['hours', 0.6], ['loans', 0.58], ['pay', 0.2]);

  const { passages: found } = await ask('How are books lent?', { meaning });

  expect(found.map(({ anchor }) => anchor)).toEqual(['loans', 'hours', 'pay']);
});

test('ranks by meaning with the titles of codes, and returns the question as typed', async () => {
  const asked: string[] = [];
  const meaning: Pick<Meaning, 'nearest'> = { nearest: async (text) => (asked.push(text), null) };
  const addTitles = (question: string) => `${question} Soil Science`;

  const { question } = await ask('When does SOIL101 meet?', { meaning, addTitles });

  expect(asked).toEqual(['When does SOIL101 meet? Soil Science']);
  expect(question).toBe('When does SOIL101 meet?');
});

test('ranks the corrected question, and returns it as typed', async () => {
  const meaning = near(['pay', 0.6]);
  const correct = (question: string) => question.replace('fes', 'fees').replace('bitcoins', 'fees');

  const { question, passages: found } = await ask('How are fes payd?', { meaning, correct });

  expect(question).toBe('How are fes payd?');
  expect(found[0]?.anchor).toBe('pay');
});

test('a question that only its correction makes near is refused, unless the site has most of its words', async () => {
  const correct = (question: string) => question.replace(/bitcoins|fes/, 'fees');
  const meaning: Pick<Meaning, 'nearest'> = {
    nearest: async (text, limit) => near(['pay', text.includes('fees') ? 0.6 : 0.2]).nearest(text, limit),
  };

  expect((await ask('Mine more bitcoins overnight', { meaning, correct })).passages).toEqual([]);
  expect((await ask('Mine more bitcoins overnight', { correct })).passages).toEqual([]);
  expect((await ask('How much are fes by card?', { meaning, correct })).passages).not.toEqual([]);
});

test('ranks by words only while there are no vectors', async () => {
  const meaning = { nearest: async () => null };

  expect(await ask('How are books lent?', { meaning })).toEqual(await ask('How are books lent?'));
});

test.each([
  ['far from every passage', 'Was kostet ein Kurs?', 0.2, []],
  ['near a passage', 'Was kostet ein Kurs?', 0.3, ['pay']],
  ['a little near, with unknown words', 'Was kostet ein Kurs?', 0.26, []],
  ['a little near, with known words', 'How much are fees by card?', 0.26, ['pay']],
])('a question %s finds the expected passage', async (_what, question, similarity, expected) => {
  const { passages: found } = await ask(question, { meaning: near(['pay', similarity]) });

  expect(found.slice(0, 1).map(({ anchor }) => anchor)).toEqual(expected);
});
