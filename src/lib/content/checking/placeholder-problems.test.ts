import { expect, test } from 'vitest';
import { findPlaceholderProblems, withoutPublishedNotes } from './placeholder-problems.ts';

const note = 'Say on which days and at which hours.';
const file = (text: string) => `---\ntitle: Contact\n---\n\n${text}\n`;

test('a sentence of a template is an error, unless readers see it already', () => {
  const notes = findPlaceholderProblems('pages', file(`Ring us.\n\n${note}`));

  const severities = (published: string | undefined) =>
    withoutPublishedNotes(notes, published).map(({ line, severity }) => [line, severity]);

  expect(severities(undefined)).toEqual([[7, 'error']]);
  expect(severities(file('Ring us.'))).toEqual([[7, 'error']]);
  expect(severities(file(note))).toEqual([[7, 'warning']]);
});
