import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Term } from '#lib/content/terms.ts';
import { writePassages } from '#lib/publishing/passage-store.ts';
import { createLanguage } from '#lib/search/language.ts';
import { openPassages } from '#lib/search/passages.ts';
import { createRetriever, type RetrieverOptions } from './retrieval.ts';

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
    language: createLanguage(passages),
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

test('returns the section that answers, with its URL', async () => {
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

test.each([
  ['What does tuition cost?', '/fees'],
  ['I am sick, whom do I tell?', '/illness'],
  ['Can I get my money back?', '/fees'],
  ['When is the libarry open?', '/library'],
])('finds the page for %j, which uses other words', async (question, path) => {
  const { passages: found } = await ask(question);

  expect(found[0]?.path).toBe(path);
});

test("uses the institute's own word groups", async () => {
  const without = await ask('What does the gubbins yield?');
  const found = await ask('What does the gubbins yield?', { otherWords: ['gubbins, borehole'] });

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

test('returns at most six passages and 8,000 characters, cut at a sentence', async () => {
  const { passages: found } = await ask('Which borehole yields water?');

  const characters = found.reduce((sum, { text }) => sum + text.length, 0);
  expect(found.length).toBeGreaterThan(2);
  expect(found.length).toBeLessThanOrEqual(6);
  expect(characters).toBeLessThanOrEqual(8000);
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
    { role: 'user', text: 'And can I have it back?' },
  ]);

  expect(question).toBe('What do courses cost? And can I have it back?');
  expect(found.map(({ path, anchor }) => `${path}#${anchor}`)).toContain('/fees#back');
});

test('adds the ranking by meaning, and uses words only without vectors', async () => {
  const hours = passages.all().find(({ anchor }) => anchor === 'hours')?.id ?? 0;
  const near = { nearest: async () => [{ id: hours, similarity: 1 }] };
  const none = { nearest: async () => null };

  const fused = await ask('How are books lent?', { meaning: near });
  const alone = await ask('How are books lent?', { meaning: none });

  expect(fused.passages.slice(0, 2).map(({ anchor }) => anchor)).toContain('hours');
  expect(alone).toEqual(await ask('How are books lent?'));
});

test('ranks a question in another language by meaning only', async () => {
  const pay = passages.all().find(({ anchor }) => anchor === 'pay')?.id ?? 0;
  const near = { nearest: async () => [{ id: pay, similarity: 1 }] };

  const withVectors = await ask('Was kostet ein Kurs?', { meaning: near });
  const without = await ask('Was kostet ein Kurs?');
  const english = await ask('What is the capital of Mongolia?', { meaning: near });

  expect(withVectors.passages.map(({ anchor }) => anchor)).toEqual(['pay']);
  expect(without.passages).toEqual([]);
  expect(english.passages).toEqual([]);
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
