import { expect, test } from 'vitest';
import { diffWords } from '#lib/editing/review/diff.ts';
import { shortenSame } from './conflict-view.ts';

const long = 'word '.repeat(100);

test('long passages that both versions have are shortened next to the words that differ', () => {
  const before = `${long}by bus ${long}at noon ${long}`;
  const after = `${long}by train ${long}at night ${long}`;

  const shown = shortenSame(diffWords(before, after));

  expect(shown.map(({ kind, text }) => [kind, text.replaceAll(/(?:word )+/g, 'word ')])).toEqual([
    ['same', '… word by '],
    ['removed', 'bus '],
    ['added', 'train '],
    ['same', 'word … word at '],
    ['removed', 'noon '],
    ['added', 'night '],
    ['same', 'word …'],
  ]);
  expect(Math.max(...shown.map(({ text }) => text.length))).toBeLessThan(250);
});

test('short passages that both versions have are shown whole', () => {
  const pieces = diffWords('We open at noon on Monday.', 'We open at ten on Monday.');

  expect(shortenSame(pieces)).toEqual(pieces);
});
