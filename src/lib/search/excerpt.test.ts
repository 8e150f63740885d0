import { expect, test } from 'vitest';
import { cutExcerpt } from './excerpt.ts';

test.each([
  ['Peat holds water.', [0, 2], '<mark>Peat</mark> holds <mark>water</mark>.'],
  ['“Soil”, level 5 (peat).', [0, 3], '“<mark>Soil</mark>”, level 5 (<mark>peat</mark>).'],
  ['C++, C# & co', [0, 1], '<mark>C++</mark>, <mark>C#</mark> &amp; co'],
  ['a – b', [1], 'a – b'],
])('marks words of %j without their punctuation', (text, marked, excerpt) => {
  expect(cutExcerpt({ words: text.split(' '), marked })).toBe(excerpt);
});
