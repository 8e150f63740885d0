import { expect, test } from 'vitest';
import { excerptText } from '#lib/content/html-text.ts';
import { cutExcerpt } from './excerpt.ts';

/** Marks the words at these places, each as a part of the query. */
function at(...positions: number[]) {
  return positions.map((position) => ({ position, part: position, weight: 1 }));
}

test.each([
  ['Peat holds water.', [0, 2], '<mark>Peat</mark> holds <mark>water</mark>.'],
  ['“Soil”, level 5 (peat).', [0, 3], '“<mark>Soil</mark>”, level 5 (<mark>peat</mark>).'],
  ['C++, C# & co', [0, 1], '<mark>C++</mark>, <mark>C#</mark> &amp; co'],
  ['a – b', [1], 'a – b'],
])('marks words of %j without their punctuation', (text, marked, excerpt) => {
  expect(cutExcerpt({ text, marks: at(...marked) })).toBe(excerpt);
});

const long =
  `${'Rain falls on the hills. '.repeat(12)}Peat holds water. ${'Rivers carry it away. '.repeat(12)}`.trim();
const peat = long.split(' ').indexOf('Peat');

test('shows whole sentences: the one with the most marks and the next ones', () => {
  const excerpt = cutExcerpt({ text: long, marks: at(peat, peat + 2) });

  expect(excerpt).toMatch(/^<mark>Peat<\/mark> holds <mark>water<\/mark>\.(?: Rivers carry it away\.)+$/);
  expect(excerptText(excerpt).length).toBeLessThanOrEqual(220);
});

test('shows the previous sentence if the best one is the last', () => {
  const excerpt = cutExcerpt({ text: 'Rivers rise here. Peat holds water.', marks: at(3) });

  expect(excerpt).toBe('Rivers rise here. <mark>Peat</mark> holds water.');
});

test('prefers a sentence to a fact or another line, which stand alone', () => {
  const text =
    '\tFee: £720; 20 credits\n\tPlace: Online\nThe fee is the same for all. You pay it once.\nMore on fees';

  expect(cutExcerpt({ text, marks: at(1, 8) })).toBe(
    'The <mark>fee</mark> is the same for all. You pay it once.',
  );
  expect(cutExcerpt({ text, marks: at(6) })).toBe('Place: <mark>Online</mark>.');
  expect(cutExcerpt({ text, marks: at(8, 20) })).toMatch(/^The <mark>fee/);
  expect(cutExcerpt({ text, marks: at(18, 20) })).toBe('<mark>More</mark> on <mark>fees</mark>');
});

test('shows a row of a table whole, and never the names of its columns', () => {
  const text =
    'What you pay.\n\t\tCourse; Fee\n\tSoil: £720. Paid once; free second try.\n\tPeat: £360. No more.';

  expect(cutExcerpt({ text, marks: at(3, 4) })).toBe('What you pay.');
  expect(cutExcerpt({ text, marks: at(7, 8) })).toBe(
    'Soil: £720. <mark>Paid</mark> <mark>once</mark>; free second try.',
  );
});

test('leaves out the kind and the title of the page', () => {
  const text = 'Diploma.\nDiploma in Soils.\nTwo years for people who dig. Part time.';

  const excerpt = cutExcerpt({ text, marks: at(0, 1, 3), title: 'Diploma in Soils' });

  expect(excerpt).toBe('Two years for people who dig. Part time.');
});

test('shows facts at the top of a page only if several words match', () => {
  const text = 'Soils.\nDig and look. Write it down.\n\tPlace: Online\n\tEntry requirements: None';

  expect(cutExcerpt({ text, marks: at(9), title: 'Soils' })).toBe('Dig and look. Write it down.');
  expect(cutExcerpt({ text, marks: at(9, 10), title: 'Soils' })).toBe(
    '<mark>Entry</mark> <mark>requirements</mark>: None.',
  );
});

test('cuts a long sentence at words, with the marked words in the excerpt', () => {
  const text = `It ${'goes on and '.repeat(60)}reaches the river, ${'then more and '.repeat(60)}ends.`;
  const marked = [text.split(' ').indexOf('river,')];

  const excerpt = cutExcerpt({ text, marks: at(...marked) });

  expect(excerpt).toMatch(/^… .*<mark>river<\/mark>, then more .* …$/);
  expect(excerptText(excerpt).length).toBeLessThanOrEqual(225);
  expect(cutExcerpt({ text, marks: at(1) })).toMatch(/^It <mark>goes<\/mark> on .*\w …$/);
});

test('returns nothing for a text without words', () => {
  expect(cutExcerpt({ text: '', marks: at() })).toBe('');
});

test('a rare word counts more than several common ones', () => {
  const text =
    'We meet in the hall, and we leave from the hall. Beavers live on the Lark. Ask the warden of the river.';
  const marks = [...at(1, 4, 7), { position: 11, part: 11, weight: 4 }];

  expect(cutExcerpt({ text, marks })).toMatch(/^<mark>Beavers<\/mark> live on the Lark\./);
});

test('shows the sentence nearest in meaning, also if it has no word of the query', () => {
  const text = 'A late book costs nothing. There are no fines. Books may be renewed by post or in person.';
  const near = [
    { text: 'A late book costs nothing.', nearness: 0.2 },
    { text: 'There are no fines.', nearness: 0.3 },
    { text: 'Books may be renewed by post or in person.', nearness: 0 },
  ];

  expect(cutExcerpt({ text, marks: at(1), near })).toMatch(/^There are no fines\./);
});

test('shows the nearest row of a table, whose cells a passage separates otherwise', () => {
  const text = 'When we are open.\n\t\tDay; Hours\n\tMonday: 9:00; 18:00.\n\tSaturday: 10:00; 16:00.';
  const near = [
    { text: 'Day | Hours', nearness: 0.5 },
    { text: 'Saturday | 10:00 | 16:00', nearness: 0.3 },
  ];

  expect(cutExcerpt({ text, marks: [], near })).toBe('Saturday: 10:00; 16:00.');
});

test('of rows that differ only in numbers, shows the first, unless the query has a number of another', () => {
  const rows = ['5 January 2027', '5 January 2028'].map(
    (day) => `${day}: Register for spring ${day.slice(-4)}`,
  );
  const near = rows.map((text, row) => ({ text, nearness: row / 10 }));
  const excerptOf = (...marked: number[]) =>
    excerptText(cutExcerpt({ text: rows.map((row) => `\t${row}`).join('\n'), marks: at(...marked), near }));

  expect(excerptOf(5, 12)).toBe('5 January 2027: Register for spring 2027.');
  expect(excerptOf(5, 12, 13)).toBe('5 January 2028: Register for spring 2028.');
});

test('shows the answer of a question', () => {
  const answer = `Not all of it, because ${'the courses about places meet there, '.repeat(4)}and so do you.`;
  const text = `Can I do it online, from any place, and at my own pace, as at other schools?\n${answer}`;
  const short = 'Can I do it online?\nNot all of it.\nIs there a bus?\nYes.';

  expect(cutExcerpt({ text, marks: at(4) })).toBe(answer);
  expect(cutExcerpt({ text: short, marks: at(4) })).toMatch(
    /^Can I do it <mark>online<\/mark>\? Not all of it\./,
  );
});

test('names the columns in a row of a table', () => {
  const text =
    '\t\tDay; In term; Out of term?\n\tSaturday or Sunday: 10:00 to 16:00; closed.\n\tMonday: 9:00; 10:00; both.';

  expect(cutExcerpt({ text, marks: at(7, 10, 13) })).toBe(
    '<mark>Saturday</mark> or Sunday. In term: <mark>10:00</mark> to 16:00; Out of term: <mark>closed</mark>.',
  );
  expect(cutExcerpt({ text, marks: at(14) })).toBe('<mark>Monday</mark>: 9:00; 10:00; both.');
});
