import { expect, test } from 'vitest';
import { indexedWords, splitWords } from './split-words.ts';
import { joinPrefixes } from './words.ts';

test.each([
  ['SOIL101 costs £1,200: don’t wait', ['soil101', 'costs', '1200', 'dont', 'wait']],
  ['3.5 credits, 3,5 ECTS, 35', ['3.5', 'credits', '3.5', 'ects', '35']],
  ['£1,440.50 of 100,000,000', ['1440.50', 'of', '100000000']],
  ['1.2.3 e.g. end.Start', ['1', '2', '3', 'e', 'g', 'end', 'start']],
  ['C++, C# and F#; A+ in #tag 5+', ['c++', 'c#', 'and', 'f#', 'a+', 'in', 'tag', '5']],
  ['water\u00ADshed zero\u200Bwidth', ['watershed', 'zerowidth']],
  ['Ｃ＋＋ ｆｕｌｌ－ｗｉｄｔｈ ﾎﾞｰﾄ', ['c++', 'full', 'width', 'ホー', 'ート']],
  ['الـمـائية', ['المايية']],
  ['9.30am, 9:30 am to 16:30. Worth 3.5.', ['9.30', 'am', '9.30', 'am', 'to', '16.30', 'worth', '3.5']],
  ['1:25,000 9001:2015 12:30:15', ['1', '25000', '9001', '2015', '12', '30', '15']],
  ['text—dash', ['text', 'dash']],
  ['m² of Straße, Łódź', ['m2', 'of', 'strasse', 'lodz']],
  ['水文学コースAを', ['水文', '文学', '学コ', 'コー', 'ース', 'a', 'を']],
  ['データ・科学 ﾃﾞｰﾀ科学', ['テー', 'ータ', 'タ科', '科学', 'テー', 'ータ', 'タ科', '科学']],
  ['การสำรวจดิน', ['การ', 'สารวจ', 'ดน']],
])('splits %s into words', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

test.each(['long-term', 'long\u2010term', 'long\u2011term', 'long\u2013term', 'long\u2212term', 'long/term'])(
  '%s is found as two words and as one',
  (text) => {
    expect(indexedWords(text)).toEqual(['long', 'term', 'longterm']);
  },
);

test('only short words are also one, so that addresses are not', () => {
  expect(indexedWords('2026/27 a/b/c/d/e')).toEqual(['2026', '27', '202627', 'a', 'b', 'c', 'd', 'e']);
});

test.each([
  ['Re-sit', 'Resit'],
  ['co\u2011ordinate', 'coordinate'],
  ['pre-1995 e-mail', 'pre-1995 e-mail'],
  ['more-or-less', 'more-or-less'],
])('joinPrefixes turns %s into %s', (text, joined) => {
  expect(joinPrefixes(text)).toBe(joined);
});

test('a text of ideographs is found by each two characters and by each one', () => {
  expect(indexedWords('水文学')).toEqual(['水文', '水', '文', '文学', '文', '学']);
});
