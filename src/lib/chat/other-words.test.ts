import { expect, test } from 'vitest';
import { createOtherWords } from './other-words.ts';

const withOtherWords = createOtherWords(['gubbins, bore hole > well', 'gis > mapping']);

test.each([
  ['What is a gubbins?', 'What is a gubbins? bore hole well'],
  ['The BORE-HOLE', 'The BORE-HOLE gubbins well'],
  ['Is the well deep?', 'Is the well deep?'],
  ['gist', 'gist'],
])('the question %j is expanded to %j', (question, expected) => {
  expect(withOtherWords(question)).toBe(expected);
});
