import { expect, test } from 'vitest';
import { splitPassage, splitSentences } from './sentences.ts';

test.each([
  ['Peat holds water. It burns!', ['Peat holds water.', 'It burns!']],
  ['“Is it far?” She walked.', ['“Is it far?”', 'She walked.']],
  ['The fee is £36.50 a credit. £48 at level 7.', ['The fee is £36.50 a credit.', '£48 at level 7.']],
  ['Ask Dr. Rao, e.g. by email. Or J. R. Hartley.', ['Ask Dr. Rao, e.g. by email.', 'Or J. R. Hartley.']],
  ['Open at 9 a.m. on Monday.', ['Open at 9 a.m. on Monday.']],
  ['First line\nsecond line. Third', ['First line', 'second line.', 'Third']],
  ['It ends … and goes on.', ['It ends … and goes on.']],
  ['', []],
])('splits %j', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences);
});

test('splits a passage into its sentences and lines of two words or more', () => {
  expect(
    splitPassage('Wear boots. Is it wet? Bring two, e.g. a pair.\nSpades\n- a coat\n1. your lunch\nA | 2016'),
  ).toEqual(['Wear boots.', 'Is it wet?', 'Bring two, e.g. a pair.', 'a coat', 'your lunch', 'A | 2016']);
});

test('the whole text is the only sentence of a passage of single words', () => {
  expect(splitPassage('Spades\nBoots')).toEqual(['Spades\nBoots']);
});
