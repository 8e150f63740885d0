import { expect, test } from 'vitest';
import {
  hasLongMarkRun,
  maxUrlLength,
  parseClientOrigin,
  parseClientUrl,
  shortenMarkRuns,
} from './client-text.ts';

/** Alternates marks of two combining classes: normalisation moves each mark past all marks before it. */
const marks = (count: number) => '\u0301\u0316'.repeat(count / 2);

test('keeps the first 30 marks of a run and drops the rest', () => {
  expect(hasLongMarkRun(`a${marks(30)}b${marks(30)}`)).toBe(false);
  expect(hasLongMarkRun(`a${marks(32)}`)).toBe(true);
  expect(shortenMarkRuns(`a${marks(30)}b`)).toBe(`a${marks(30)}b`);
  expect(shortenMarkRuns(`a${marks(64_000)}b${marks(2)}`)).toBe(`a${marks(30)}b${marks(2)}`);
});

test('counts a mark outside the basic plane as one character', () => {
  const mark = '\u{1D165}';

  expect(hasLongMarkRun(`a${mark.repeat(30)}`)).toBe(false);
  expect(hasLongMarkRun(`a${mark.repeat(31)}`)).toBe(true);
  expect(shortenMarkRuns(`a${mark.repeat(40)}`)).toBe(`a${mark.repeat(30)}`);
});

test('counts every character that normalises to a leading mark as a mark', () => {
  const missed: string[] = [];

  for (let code = 0; code <= 0x10ffff; code++) {
    const character = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
    const isMark = ['NFD', 'NFKD'].some((form) => /^\p{M}/u.test(character.normalize(form)));
    // Thai and Lao AM begin with a mark of class 0, which is never moved.
    if (isMark && !/[\u0E33\u0EB3]/.test(character) && !hasLongMarkRun(character.repeat(31)))
      missed.push(code.toString(16));
  }

  expect(missed).toEqual([]);
});

test('does not parse a URL that is too long or has a long run of marks', () => {
  const base = 'https://www.example.org/';

  expect(parseClientUrl('/courses', base)?.href).toBe('https://www.example.org/courses');
  expect(parseClientUrl(`/${'a'.repeat(maxUrlLength)}`, base)).toBeUndefined();
  expect(parseClientUrl(`http://a${marks(32)}/`, base)).toBeUndefined();
  expect(parseClientUrl('http://[', base)).toBeUndefined();
  expect(parseClientOrigin('https://www.example.org')?.host).toBe('www.example.org');
  expect(parseClientOrigin(`https://${'a.'.repeat(200)}org`)).toBeUndefined();
});
