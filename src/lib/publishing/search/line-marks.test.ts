import { parseFragment, serialize } from 'parse5';
import { expect, test } from 'vitest';
import { markLines, readMarkedLines } from './line-marks.ts';

test('reads one line for each paragraph, item, break and heading', () => {
  const lines = linesOf(
    '<h2>Field work</h2><div><p>Bring <b>boots</b>.</p>And a coat<br>in March.</div><ul><li>Spade<li>Map</ul>',
  );

  expect(lines).toEqual(['Field work', 'Bring boots.', 'And a coat', 'in March.', 'Spade', 'Map']);
});

test('reads the definitions of a term as one fact', () => {
  const lines = linesOf(
    '<dl><div><dt>Price</dt><dd>£720</dd><dd><p>20 credits</p></dd></div><dt>Place</dt><dd>Online</dd></dl>',
  );

  expect(lines).toEqual(['\tPrice: £720; 20 credits', '\tPlace: Online']);
});

test('reads each row of a table as one fact', () => {
  const lines = linesOf(
    '<table><tr><th>Work</th><td>Week 6</td><td>30 %</td></tr><tr><td>Test</td><td>Week 12</td></tr></table>',
  );

  expect(lines).toEqual(['\tWork: Week 6; 30 %', '\tTest: Week 12']);
});

test('reads the names of columns as a line of its own kind', () => {
  const lines = linesOf(
    '<table><thead><tr><th>Day</th><th>Open</th></tr></thead><tbody><tr><td>Monday</td><td>9:00</td></tr></tbody></table>',
  );

  expect(lines).toEqual(['\t\tDay; Open', '\tMonday: 9:00']);
});

test('replaces the full stops that Pagefind puts after cells', () => {
  expect(readMarkedLines('\u2060Report. \u2060\u2060Week 10. \u2060\u206030 %. \u2060More.')).toBe(
    '\tReport: Week 10; 30 %.\nMore.',
  );
});

test('reads a text without marks as one line', () => {
  expect(readMarkedLines('Peat holds water. It burns.')).toBe('Peat holds water. It burns.');
});

test('marks a tree that is marked already in the same way', () => {
  const tree = parseFragment('<p>One</p><p>Two</p>');
  markLines(tree);
  const once = serialize(tree);
  markLines(tree);

  expect(serialize(tree)).toBe(once);
});

function linesOf(html: string): string[] {
  const tree = parseFragment(html);
  markLines(tree);
  const text = serialize(tree)
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ');
  return readMarkedLines(text.trim()).split('\n');
}
