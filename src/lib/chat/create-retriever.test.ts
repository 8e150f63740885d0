import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Term } from '#lib/content/terms.ts';
import { writePassages } from '#lib/publishing/search/passage-store.ts';
import type { Meaning } from '#lib/retrieval/vector-index.ts';
import { openPassages } from '#lib/search/open-passages.ts';
import { createRetriever, type RetrieverOptions } from './create-retriever.ts';

const folder = mkdtempSync(join(tmpdir(), 'retrieval-'));

const long = (sentence: string) => Array.from({ length: 60 }, (_, at) => `${sentence} ${at}.`).join(' ');
const loans = 'Books are lent for a fortnight, and a loan can be extended twice.';
writePassages(join(folder, 'passages.sqlite'), [
  page('/library', 'Library', [
    ['loans', 'Borrowing', loans],
    ['again', 'Borrowing once more', `${loans} Ask at the desk.`],
    ['hours', 'Opening hours', 'Open from nine to five on weekdays.'],
  ]),
  page('/illness', 'Health', [
    ['ill', 'If you are ill', 'Write to your adviser when illness keeps you away.'],
  ]),
  page('/fees', 'Fees', [
    ['pay', 'Paying', 'Course fees are paid by card, or in three instalments.'],
    ['back', 'Refunds', 'Fees are refunded until the second week.'],
  ]),
  page('/news/old', 'Spring dates', [['when', 'Dates', 'The marsh excursion leaves in Spring 2025.']]),
  page('/news/new', 'More dates', [['when', 'Dates', 'The marsh excursion of Spring 2027 has places left.']]),
  ...Array.from({ length: 9 }, (_, at) =>
    page(`/wells/${at}`, `Well ${at}`, [
      ['about', 'Pumping', long(`The borehole number ${at} yields water`)],
    ]),
  ),
]);
const passages = openPassages(join(folder, 'passages.sqlite'));

afterAll(() => {
  passages.close();
  rmSync(folder, { recursive: true });
});

function page(path: string, title: string, sections: [string, string, string][]) {
  return {
    path,
    type: 'page' as const,
    passages: sections.map(([anchor, heading, text]) => ({ anchor, title, heading, text })),
  };
}

const term = (title: string, starts: string, ends: string): Term => ({
  id: title,
  season: 'spring',
  title,
  starts,
  ends,
  registrationOpens: starts,
  registrationCloses: starts,
});

function open(options: Partial<RetrieverOptions> = {}) {
  return createRetriever({
    passages,
    siteUrl: 'https://site.example',
    terms: () => [
      term('Spring 2026', '2026-01-12', '2026-04-03'),
      term('Spring 2027', '2027-01-11', '2027-04-02'),
    ],
    timeZone: 'UTC',
    now: () => new Date('2026-11-21T12:00:00Z'),
    ...options,
  });
}

const ask = (text: string, options: Partial<RetrieverOptions> = {}) =>
  open(options).retrieve([{ role: 'user', text }]);

test('returns the section that answers the question, with its URL', async () => {
  const { question, passages: found } = await ask('When is the library open?');

  expect(question).toBe('When is the library open?');
  expect(found[0]).toMatchObject({
    url: 'https://site.example/library#hours',
    path: '/library',
    anchor: 'hours',
    title: 'Library',
    heading: 'Opening hours',
    type: 'page' as const,
  });
});

test("finds passages by the institute's synonyms", async () => {
  const without = await ask('Where is the gubbins?');
  const found = await ask('Where is the gubbins?', { synonyms: ['gubbins, borehole'] });

  expect(without.passages).toEqual([]);
  expect(found.passages[0]?.path).toMatch(/^\/wells/);
});

test.each(['What is the capital of Mongolia?', 'Who painted the Mona Lisa?', '', '???', 'and the of'])(
  'returns no passages for %j',
  async (question) => {
    const { passages: found } = await ask(question);

    expect(found).toEqual([]);
  },
);

test('omits near duplicates', async () => {
  const { passages: found } = await ask('How are books lent?');

  expect(found.filter(({ path, text }) => path === '/library' && text.includes('fortnight'))).toHaveLength(1);
});

test('returns at most ten passages and 10,000 characters, cut at a sentence', async () => {
  const { passages: found } = await ask('Which borehole yields water?');

  const characters = found.reduce((sum, { text }) => sum + text.length, 0);
  expect(found.length).toBeGreaterThan(2);
  expect(found.length).toBeLessThanOrEqual(10);
  expect(characters).toBeLessThanOrEqual(10_000);
  for (const { text } of found) expect(text).toMatch(/\.$/);
});

test('ranks passages about past terms last, unless the question names a past term', async () => {
  const now = await ask('When is the excursion to the marsh?');
  const past = await ask('When was the marsh excursion in Spring 2025?');

  expect(now.passages.map(({ path }) => path)).toEqual(['/news/new', '/news/old']);
  expect(past.passages[0]?.path).toBe('/news/old');
});

test('combines a follow-up with the earlier question', async () => {
  const { question, passages: found } = await open().retrieve([
    { role: 'user', text: 'What do courses cost?' },
    { role: 'assistant', text: 'The fee stands on the page of each course.' },
    { role: 'user', text: 'And are they refunded?' },
  ]);

  expect(question).toBe('What do courses cost? And are they refunded?');
  expect(found.map(({ path, anchor }) => `${path}#${anchor}`)).toContain('/fees#back');
});

const idOf = (anchor: string) => passages.all().find((passage) => passage.anchor === anchor)?.id ?? 0;
const near = (...found: [anchor: string, similarity: number][]): Meaning => ({
  nearest: async () => ({
    passages: found.map(([anchor, similarity]) => ({
      id: idOf(anchor),
      similarity,
      sentenceSimilarity: similarity,
    })),
    similarity: Math.max(-1, ...found.map(([, similarity]) => similarity)),
    minSimilarity: 0.25,
  }),
  nearestPages: async () => null,
});

test('finds the passage for a question on another subject among the first two', async () => {
  const { passages: found } = await open().retrieve([
    {
      role: 'user',
      text: 'Are course fees paid by card, or in three instalments, and refunded until the second week?',
    },
    { role: 'assistant', text: 'Both.' },
    { role: 'user', text: 'Does the adviser help?' },
  ]);

  expect(found.slice(0, 2).map(({ anchor }) => anchor)).toContain('ill');
});

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

test('treats query syntax in a question as words', async () => {
  for (const question of [
    '"',
    'NEAR(fees 2)',
    "fees'; drop table passages",
    'title: fees OR *',
    '"fees" AND',
  ]) {
    await expect(ask(question)).resolves.toBeDefined();
  }
});
