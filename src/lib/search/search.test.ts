import { expect, onTestFinished, test, vi } from 'vitest';
import { useSmallSearch } from '#test/small-search.ts';
import { searchAnswerSchema } from './answer.ts';
import type { PassageStore } from './open-passages.ts';
import { openSearch } from './search.ts';

const { ask, opened, pathsFor, places } = useSmallSearch();

test('returns the documented response body', async () => {
  const answer = await ask('digging');

  expect(searchAnswerSchema.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({ query: 'digging', total: 1, offset: 0, limit: 10, correction: null });
  expect(answer.results[0]).toMatchObject({
    url: 'https://larkmoor.example/courses/soil-science',
    markdownUrl: 'https://larkmoor.example/courses/soil-science.md',
    title: 'Soil Science',
    type: 'course',
    sections: [{ url: 'https://larkmoor.example/courses/soil-science#field-work', title: 'Field work' }],
  });
  expect(answer.results[0]?.excerpt).toContain('<mark>Digging</mark>');
});

test('ranks the page with the words in its title first', async () => {
  expect((await pathsFor('soil'))[0]).toBe('/courses/soil-science');
  expect((await pathsFor('library loans'))[0]).toBe('/handbook/library-loans');
});

test('finds inflected forms of a word, and words by prefix', async () => {
  expect(await pathsFor('extended loan')).toContain('/handbook/library-loans');
  expect(await pathsFor('peatl')).toEqual(['/courses/peatland']);
  expect(await pathsFor('hydrolog')).toContain('/news/flood');
});

test('finds words with and without their diacritics', async () => {
  expect(await pathsFor('cafe')).toEqual(['/handbook/library-loans']);
  expect(await pathsFor('café')).toEqual(['/handbook/library-loans']);
});

test('finds a phrase only if its words are adjacent', async () => {
  expect(await pathsFor('"water table"')).toEqual(['/courses/peatland']);
  expect(await pathsFor('water table')).toContain('/news/flood');
});

test('corrects a mistyped query and returns the correction', async () => {
  const answer = await ask('peatlnad restoratoin');

  expect(answer.correction).toBe('peatland restoration');
  expect(answer.query).toBe('peatlnad restoratoin');
  expect(answer.results[0]?.url).toBe('https://larkmoor.example/courses/peatland');
});

test('finds pages for a question with words that no page has', async () => {
  const answer = await ask('How can I borrow a book from the library for a longer fortnight?');

  expect(answer.correction).toBeNull();
  expect(answer.results[0]?.url).toBe('https://larkmoor.example/handbook/library-loans');
  expect(answer.results[0]?.excerpt).toContain('<mark>');
});

test('counts the pages of all types before the filter by type', async () => {
  const answer = await ask('water', { types: ['news'] });

  expect(answer.facets.type).toEqual({ course: 2, news: 1 });
  expect(answer.total).toBe(1);
  expect(answer.results.map(({ type }) => type)).toEqual(['news']);
});

test('pages through the results with limit and offset', async () => {
  const all = await ask('water');
  const one = await ask('water', { limit: 1, offset: 1 });

  expect(one.total).toBe(all.total);
  expect(one.results).toEqual([all.results[1]]);
});

test.each(['zzqqxx', '???', '"', '""', '(.*)+$', '🌱', '\u0000', '-', '_', 'NEAR(', 'a OR', '*'])(
  'returns a valid body for %j',
  async (query) => {
    const answer = await ask(query);

    expect(searchAnswerSchema.parse(answer)).toEqual(answer);
  },
);

test('searches are answered while the search warms up', async () => {
  // The warm-up stops after some time.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const search = await openSearch(places);
  const order: string[] = [];

  const warmUp = search.warmUp().then(() => order.push('warm'));
  await search.search({ query: 'water', types: [], limit: 1, offset: 0 }).then(() => order.push('answered'));
  await warmUp;
  await search.close();

  expect(order).toEqual(['answered', 'warm']);
});

test('a page found by meaning shows the nearest section', async () => {
  const results = await askNear('snack bar', [{ anchor: 'place', similarity: 0.5, sentences: [] }]);

  expect(results).toMatchObject([
    {
      url: 'https://larkmoor.example/handbook/library-loans',
      excerpt: 'Beside the café; bring your card.',
      sections: [{ url: 'https://larkmoor.example/handbook/library-loans#place', title: 'Place' }],
    },
  ]);
});

test('the words of the site are added to a query before its meaning is compared, also if a title has one of them', async () => {
  const compared: string[] = [];
  const openMeaning = () => ({
    nearest: async () => null,
    nearestPages: async (text: string) => {
      compared.push(text);
      return [];
    },
    stop: async () => undefined,
  });
  const byMeaning = await openSearch({ ...places, synonyms: ['mire, quagmire > peatland'], openMeaning });

  for (const query of ['quagmire', 'peatland'])
    await byMeaning.search({ query, types: [], limit: 1, offset: 0 });
  await byMeaning.close();

  expect(compared).toEqual(['quagmire peatland']);
});

test('drops cached answers when the ranking by meaning is refined', async () => {
  const refined = Promise.withResolvers<undefined>();
  const nearest: string[] = [];
  const openMeaning = () => ({
    nearest: async () => null,
    nearestPages: async () => nearest.map((path) => ({ path, nearness: 0.9, isNear: true, passages: [] })),
    refined: refined.promise,
    stop: async () => undefined,
  });
  const byMeaning = await openSearch({ ...places, openMeaning });
  const first = async () =>
    (await byMeaning.search({ query: 'snack bar', types: [], limit: 1, offset: 0 })).results[0]?.url;

  const before = await first();
  nearest.push('/handbook/library-loans');
  const cached = await first();
  refined.resolve(undefined);
  await refined.promise;
  const after = await first();
  await byMeaning.close();

  expect(cached).toBe(before);
  expect(after).toBe('https://larkmoor.example/handbook/library-loans');
});

test('looks up stop words if the query has no other words', async () => {
  expect((await ask('the')).total).toBeGreaterThan(0);
});

test('concurrent queries yield to the event loop', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);

  await Promise.all(Array.from({ length: 40 }, (_, number) => ask(`water ${'soil '.repeat(number)}`)));
  isDone = true;

  expect(turns).toBeGreaterThanOrEqual(39);
});

test.each(['SOIL101', 'soil 101', 'Soil-101', 'soil101 water'])(
  '%s finds the course with this code first',
  async (query) => {
    expect((await pathsFor(query))[0]).toBe('/courses/soil-science');
  },
);

test('finds pages by British and American spelling', async () => {
  expect(await pathsFor('organizing')).toEqual(await pathsFor('organising'));
  expect(await pathsFor('organizing')).toContain('/news/flood');
});

test('finds pages by the institute’s synonyms', async () => {
  expect((await pathsFor('quagmire'))[0]).toBe('/courses/peatland');
});

test('does not correct a common word that no page has, and finds pages by the others', async () => {
  const answer = await ask('price of peatland');

  expect(answer.correction).toBeNull();
  expect(answer.results[0]?.url).toContain('/courses/peatland');
});

test('never corrects words in quotes', async () => {
  const corrected = await ask('flod');
  const typed = await ask('"flod"');

  expect(corrected.correction).toBe('flood');
  expect(typed).toMatchObject({ correction: null, total: 0 });
});

test('hides removed pages from results, counts and passages, also for cached queries', async () => {
  const before = await ask('water');
  const removed = '/courses/soil-science';
  const passage = opened()
    .passages.all()
    .find(({ path }) => path === removed)!;

  opened().showOnly((path) => path !== removed);
  const hidden = await ask('water');
  const passages = opened().passages.find('soil water', { limit: 20 });
  const byId = opened().passages.get(passage.id);
  opened().showOnly(() => true);
  const after = await ask('water');

  expect(before.results.map(({ url }) => new URL(url).pathname)).toContain(removed);
  expect(hidden.total).toBe(before.total - 1);
  expect(hidden.facets.type.course).toBe((before.facets.type.course ?? 0) - 1);
  expect(hidden.results.map(({ url }) => new URL(url).pathname)).not.toContain(removed);
  expect(passages.map(({ path }) => path)).toContain('/courses/peatland');
  expect(passages.map(({ path }) => path)).not.toContain(removed);
  expect(byId).toBeUndefined();
  expect(after).toEqual(before);
});

test('the section nearest in meaning comes before one with more words of the query', async () => {
  const query = 'books lent with extensions and a card';
  const [byWords] = await askNear(query, []);
  const [byMeaning] = await askNear(query, [
    { anchor: 'place', similarity: 0.6, sentences: [0.6] },
    { anchor: 'length', similarity: 0.3, sentences: [0.1, 0.2] },
  ]);

  expect(byWords?.sections[0]?.title).toBe('How long');
  expect(byMeaning?.sections.map(({ title }) => title)).toEqual(['Place', 'How long']);
  expect(byMeaning?.excerpt).toBe('Beside the café; bring your <mark>card</mark>.');
});

type NearTo = { anchor: string; similarity: number; sentences: readonly number[] };

/** Searches with these passages of the page on loans nearest in meaning. */
async function askNear(query: string, near: readonly NearTo[]) {
  const openMeaning = (store: PassageStore) => {
    const all = store.all();
    const passages = near.flatMap(({ anchor, ...rest }) => {
      const id = all.find((passage) => passage.anchor === anchor)?.id;
      return id === undefined ? [] : [{ id, ...rest }];
    });
    return {
      nearest: async () => null,
      nearestPages: async () => [{ path: '/handbook/library-loans', nearness: 0.9, isNear: true, passages }],
      stop: async () => undefined,
    };
  };
  const search = await openSearch({ ...places, openMeaning });
  const { results } = await search.search({ query, types: [], limit: 1, offset: 0 });
  await search.close();
  return results;
}
