import { expect, test } from 'vitest';
import { linkToParts, linkToText } from './text-link.ts';

const page = 'https://www.example.org/fees';

test('links to a short text below the anchor of its section', () => {
  expect(linkToText(`${page}#refunds`, 'You pay £36, part-time & online.')).toBe(
    `${page}#refunds:~:text=You%20pay%20%C2%A336%2C%20part%2Dtime%20%26%20online.`,
  );
});

test('links to a long text by its first and last words', () => {
  expect(linkToText(page, 'one two three four five six seven eight nine ten eleven')).toBe(
    `${page}#:~:text=one%20two%20three%20four%20five,seven%20eight%20nine%20ten%20eleven`,
  );
});

test('links to a text from one element to another', () => {
  expect(linkToParts(page, ['Total price', '£720'])).toBe(`${page}#:~:text=Total%20price,%C2%A3720`);
});
