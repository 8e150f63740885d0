import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSynonyms } from '#lib/i18n/synonyms.ts';
import { writePassages } from '#lib/publishing/search/passage-store.ts';
import { openPassages } from './open-passages.ts';
import { createQueryReader } from './read-question.ts';
import { smallSite } from './small-site.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-answers-'));
const file = join(folder, 'passages.sqlite');
writePassages(
  file,
  smallSite.map(({ passages }) => passages),
);
const passages = openPassages(file);
const loans = passages.all().find(({ heading }) => heading === 'How long');
afterAll(() => {
  passages.close();
  rmSync(folder, { recursive: true });
});

function readerWith(similarity: number | null, { correct = (text: string) => text } = {}) {
  const nearest = { similarity: similarity ?? 0, sentenceSimilarity: similarity ?? 0 };
  const near = { passages: [{ id: loans?.id ?? 0, ...nearest }], ...nearest, minSimilarity: 0.25 };
  return createQueryReader({
    passages,
    meaning: { nearest: async () => (similarity === null ? null : near) },
    addTitles: (question) => question,
    correct,
    synonyms: readSynonyms(['novel > book']),
    siteUrl: 'https://www.example.org',
    isQuotable: () => true,
  });
}

const found = { pages: [], strengths: new Map<number, number>(), used: '', correction: null, isClear: false };

test('a question has a sentence as its answer, with a link that marks it', async () => {
  const notes = await readerWith(0.7)('How long are library books lent?', found);

  expect(notes).toEqual({
    answer: {
      text: 'Books are lent for a fortnight. Extensions are free.',
      url: 'https://www.example.org/handbook/library-loans#length:~:text=Books%20are%20lent%20for%20a%20fortnight.%20Extensions%20are%20free.',
      title: 'Library loans',
      heading: 'How long',
      kind: 'sentence',
    },
    unrelated: false,
    unknownWords: [],
  });
});

test('a misspelt question is answered as it is meant', async () => {
  const correct = (text: string) => text.replace('boks', 'books');

  const notes = await readerWith(0.7, { correct })('How long are library boks lent?', found);

  expect(notes?.answer?.text).toBe('Books are lent for a fortnight. Extensions are free.');
});

test('a query that is far from every passage, with words that no page has, is unrelated', async () => {
  const notes = await readerWith(0.2)('population of Brazil', found);

  expect(notes).toEqual({ answer: null, unrelated: true, unknownWords: ['population', 'brazil'] });
});

test('a query with known words, a synonym or a correction is not unrelated', async () => {
  const read = readerWith(0.2);

  expect(await read('library books', found)).toMatchObject({ unrelated: false, unknownWords: [] });
  expect(await read('novel', found)).toMatchObject({ unrelated: false, unknownWords: [] });
  expect(await read('novel brazil', found)).toMatchObject({ unknownWords: ['brazil'] });
  expect(await read('brazil', { ...found, correction: 'books' })).toMatchObject({ unrelated: false });
});

test('while meaning is unavailable the notes are null', async () => {
  expect(await readerWith(null)('library books', found)).toBeNull();
});
