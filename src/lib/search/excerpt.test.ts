import { expect, test } from 'vitest';
import { excerptText } from '#lib/content/html-text.ts';
import { cutExcerpt } from './excerpt.ts';

test.each([
  ['Peat holds water.', [0, 2], '<mark>Peat</mark> holds <mark>water</mark>.'],
  ['“Soil”, level 5 (peat).', [0, 3], '“<mark>Soil</mark>”, level 5 (<mark>peat</mark>).'],
  ['C++, C# & co', [0, 1], '<mark>C++</mark>, <mark>C#</mark> &amp; co'],
  ['a – b', [1], 'a – b'],
])('marks words of %j without their punctuation', (text, marked, excerpt) => {
  expect(cutExcerpt({ text, marked })).toBe(excerpt);
});

const long =
  `${'Rain falls on the hills. '.repeat(12)}Peat holds water. ${'Rivers carry it away. '.repeat(12)}`.trim();
const peat = long.split(' ').indexOf('Peat');

test('shows whole sentences: the one with the most marks and the next one', () => {
  expect(cutExcerpt({ text: long, marked: [peat, peat + 2] })).toBe(
    '<mark>Peat</mark> holds <mark>water</mark>. Rivers carry it away.',
  );
});

test('shows the previous sentence if the best one is the last', () => {
  const excerpt = cutExcerpt({ text: 'Rivers rise here. Peat holds water.', marked: [3] });

  expect(excerpt).toBe('Rivers rise here. <mark>Peat</mark> holds water.');
});

test('prefers a sentence to a fact or another line, which stand alone', () => {
  const text =
    '\tFee: £720; 20 credits\n\tPlace: Online\nThe fee is the same for all. You pay it once.\nMore on fees';

  expect(cutExcerpt({ text, marked: [1, 8] })).toBe(
    'The <mark>fee</mark> is the same for all. You pay it once.',
  );
  expect(cutExcerpt({ text, marked: [6] })).toBe('Place: <mark>Online</mark>.');
  expect(cutExcerpt({ text, marked: [8, 20] })).toMatch(/^The <mark>fee/);
  expect(cutExcerpt({ text, marked: [18, 20] })).toBe('<mark>More</mark> on <mark>fees</mark>');
});

test('shows a row of a table whole, and never the names of its columns', () => {
  const text =
    'What you pay.\n\t\tCourse; Fee\n\tSoil: £720. Paid once; free second try.\n\tPeat: £360. No more.';

  expect(cutExcerpt({ text, marked: [3, 4] })).toBe('What you pay.');
  expect(cutExcerpt({ text, marked: [7, 8] })).toBe(
    'Soil: £720. <mark>Paid</mark> <mark>once</mark>; free second try.',
  );
});

test('leaves out the kind and the title of the page', () => {
  const text = 'Diploma.\nDiploma in Soils.\nTwo years for people who dig. Part time.';

  const excerpt = cutExcerpt({ text, marked: [0, 1, 3], title: 'Diploma in Soils' });

  expect(excerpt).toBe('Two years for people who dig. Part time.');
});

test('shows facts at the top of a page only if several words match', () => {
  const text = 'Soils.\nDig and look. Write it down.\n\tPlace: Online\n\tEntry requirements: None';

  expect(cutExcerpt({ text, marked: [9], title: 'Soils' })).toBe('Dig and look. Write it down.');
  expect(cutExcerpt({ text, marked: [9, 10], title: 'Soils' })).toBe(
    '<mark>Entry</mark> <mark>requirements</mark>: None.',
  );
});

test('cuts a long sentence at words, with the marked words in the excerpt', () => {
  const text = `It ${'goes on and '.repeat(60)}reaches the river, ${'then more and '.repeat(60)}ends.`;
  const marked = [text.split(' ').indexOf('river,')];

  const excerpt = cutExcerpt({ text, marked });

  expect(excerpt).toMatch(/^… .*<mark>river<\/mark>, then more .* …$/);
  expect(excerptText(excerpt).length).toBeLessThanOrEqual(225);
  expect(cutExcerpt({ text, marked: [1] })).toMatch(/^It <mark>goes<\/mark> on .*\w …$/);
});

test('returns nothing for a text without words', () => {
  expect(cutExcerpt({ text: '', marked: [] })).toBe('');
});
