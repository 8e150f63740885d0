import { expect, test } from 'vitest';
import { readFrontMatter } from './front-matter.ts';

test('the body keeps its line numbers', () => {
  const { body, findings } = readFrontMatter('---\ntitle: Leave\n---\nText.\n');

  expect(body).toBe('\n\n\nText.\n');
  expect(findings).toEqual([]);
});

test('lineOf returns the line of a field, or of its parent if it is missing', () => {
  const { frontMatter } = readFrontMatter(
    '---\ntitle: Leave\nofferings:\n  - term: spring\n    seats: 9\n  - term: autumn\n---\n',
  );

  expect(frontMatter?.lineOf(['title'])).toBe(2);
  expect(frontMatter?.lineOf(['offerings', 0, 'seats'])).toBe(5);
  expect(frontMatter?.lineOf(['offerings', 1, 'seats'])).toBe(6);
  expect(frontMatter?.lineOf(['code'])).toBe(1);
});

test('parses days as dates and keeps impossible days as text', () => {
  const { frontMatter } = readFrontMatter('---\na: 2027-01-11\nb: 2027-02-30\n---\n');

  expect(frontMatter?.data).toEqual({ a: new Date('2027-01-11'), b: '2027-02-30' });
});

test.for([
  ['title: a\n\tb: c', 3],
  ['title: "open', 2],
  ['title: @larkmoor', 2],
  ['title: a\ntitle: b', 3],
  ['title: a\njust words', 3],
  ['title: a\u0000b', 2],
  ['- a list', 1],
  ['people: [a\norder: 1\ndraft: true', 2],
] as const)('reports the line of invalid front matter: %j', ([fields, line]) => {
  const { frontMatter, findings } = readFrontMatter(`---\n${fields}\n---\n`);

  expect(frontMatter).toBeUndefined();
  expect(findings).toEqual([expect.objectContaining({ line, severity: 'fatal' })]);
});

test.for([
  ['title: a\n  order: 1', 3],
  ['title: "a"\n  order: 1', 3],
  ['title: a # note\n  order: 1', 3],
  ['level: 4\n fee: 1\nx: 2', 3],
  ['  title: a\norder: 1', 2],
  ['a:\n    b: 1\n  c: 2', 4],
  ['people:\n  - a\n - b\nx: 1', 4],
  ['people: [a]\n  - b\nx: 1', 3],
  ['people: [a,\nb]\nx: 1', 3],
  ['offerings:\n  - term: spring\n     mode: online', 4],
  ['offerings:\n  - term: spring\n   mode: online', 4],
  ['offerings:\n  - term: spring\n    times:\n      - day: tuesday\n       from: "18:00"\n    seats: 24', 6],
  ['summary: a long\n  text that goes on: here\norder: 1', 3],
] as const)('reports a wrong indentation on its own line: %j', ([fields, line]) => {
  const { findings } = readFrontMatter(`---\n${fields}\n---\n`);

  expect(findings).toEqual([
    expect.objectContaining({ line, message: expect.stringContaining('this line is indented') as string }),
  ]);
});
