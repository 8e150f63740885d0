import { expect, test } from 'vitest';
import { useRetriever } from '#test/small-retriever.ts';

const { open, ask } = useRetriever();

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
