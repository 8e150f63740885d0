import { expect, test } from 'vitest';
import { intervalOf } from '../../../bench/statistics.ts';
import { findsIntendedPage, openBuiltSearch, readVisitorSearches } from '../../../bench/visitor-searches.ts';
import { isSample } from '#test/sample-institute.ts';

test.runIf(isSample())('nine of ten queries of the tune half find the intended page', async () => {
  const search = await openBuiltSearch('dist', { hasMeaning: true });
  const searches = readVisitorSearches().filter(({ half }) => half === 'tune');

  const missed: string[] = [];
  for (const one of searches) if (!(await findsIntendedPage(search, one))) missed.push(one.query);

  await search.close();
  expect(searches.length).toBeGreaterThan(30);
  expect(1 - missed.length / searches.length, missed.join(', ')).toBeGreaterThanOrEqual(0.9);
});

test('intervalOf contains the share and narrows with more searches', () => {
  const [low, high] = intervalOf(45, 50);
  const [lower, higher] = intervalOf(450, 500);

  expect(low).toBeCloseTo(0.786, 2);
  expect(high).toBeCloseTo(0.957, 2);
  expect(higher - lower).toBeLessThan(high - low);
});
