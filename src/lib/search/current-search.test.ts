import { expect, test } from 'vitest';
import { createCurrentSearch } from './current-search.ts';
import type { Search } from './search.ts';

function stubSearch(name: string, closed: string[], close = async () => void closed.push(name)): Search {
  return {
    search: async ({ query }) => ({
      query: `${query} in ${name}`,
      total: 0,
      offset: 0,
      limit: 10,
      correction: null,
      answer: null,
      unrelated: false,
      unknownWords: [],
      courses: null,
      results: [],
      facets: { type: {} },
    }),
    pages: 0,
    passages: undefined as never,
    meaning: undefined,
    addTitles: (question) => question,
    correct: (text) => text,
    synonyms: [],
    opened: Promise.resolve(),
    warmUp: async () => undefined,
    showOnly: () => undefined,
    close,
  };
}

const query = { query: 'peat', types: [], limit: 10, offset: 0 };
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('searches use the last index, and the previous one is closed at once if no request uses it', async () => {
  const closed: string[] = [];
  const search = createCurrentSearch(stubSearch('first', closed), () => undefined);

  search.replace(stubSearch('second', closed));
  const answer = await search.search(query);

  expect(answer.query).toBe('peat in second');
  expect(closed).toEqual(['first']);
});

test('a replaced index is closed when the work that uses it ends', async () => {
  const closed: string[] = [];
  const search = createCurrentSearch(stubSearch('first', closed), () => undefined);
  let end: (() => void) | undefined;
  const works = [1, 2].map(() =>
    search.use(async (used) => {
      await new Promise<void>((resolve) => {
        const others = end;
        end = () => {
          others?.();
          resolve();
        };
      });
      return (await used.search(query)).query;
    }),
  );

  search.replace(stubSearch('second', closed));
  await settled();
  const before = [...closed];
  end?.();
  const answers = await Promise.all(works);
  await settled();

  expect(before).toEqual([]);
  expect(answers).toEqual(['peat in first', 'peat in first']);
  expect(closed).toEqual(['first']);
});

test('close waits for indexes that are being closed, and reports those that cannot be closed', async () => {
  const closed: string[] = [];
  const errors: unknown[] = [];
  const failing = stubSearch('first', closed, () => Promise.reject(new Error('busy')));
  const slow = stubSearch('second', closed, async () => {
    await settled();
    closed.push('second');
  });
  const search = createCurrentSearch(failing, (error) => errors.push(error));

  search.replace(slow);
  search.replace(stubSearch('third', closed));
  await search.close();

  expect(closed.toSorted()).toEqual(['second', 'third']);
  expect(errors).toEqual([new Error('busy')]);
});
