import { expect, test } from 'vitest';
import { rankPages, toRows } from './near-pages.ts';

const passage = (path: string, id: number) => ({ id, path, title: path, heading: '', text: `Passage ${id}` });

test('puts the summary of a page before its passages, and lists pages without passages', () => {
  const rows = toRows(
    [passage('/a', 1), passage('/a', 2), passage('/b', 3)],
    [
      { path: '/form', title: 'Form', text: 'sign up' },
      { path: '/b', title: 'B', text: 'about b' },
    ],
  );

  expect(rows.map(({ path, id }) => `${path} ${id}`)).toEqual([
    '/a 1',
    '/a 2',
    '/b null',
    '/b 3',
    '/form null',
  ]);
});

test('a page with several near passages comes before one with a single near passage', () => {
  const [first, second] = rankPages(
    [
      ...[0.6, 0.1, 0.1].map((similarity, id) => ({ path: '/chance', id, similarity, sentences: [] })),
      ...[0.55, 0.5, 0.5].map((similarity, id) => ({
        path: '/meant',
        id: id + 10,
        similarity,
        sentences: [similarity],
      })),
    ],
    0.25,
  );

  expect([first?.path, second?.path]).toEqual(['/meant', '/chance']);
  expect(first?.passages.map(({ id, sentences }) => [id, ...sentences])).toEqual([
    [10, 0.55],
    [11, 0.5],
    [12, 0.5],
  ]);
});

test('a page is not near if its summary and all its passages are far', () => {
  const pages = rankPages(
    [
      { path: '/far', id: 1, similarity: 0.2, sentences: [] },
      { path: '/form', id: null, similarity: 0.3, sentences: [] },
    ],
    0.25,
  );

  expect(pages).toMatchObject([
    { path: '/form', isNear: true, passages: [] },
    { path: '/far', isNear: false, passages: [{ id: 1 }] },
  ]);
  expect(pages[1]?.nearness).toBeLessThan(0);
});
