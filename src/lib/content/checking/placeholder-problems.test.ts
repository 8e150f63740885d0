import { expect, test } from 'vitest';
import { emptyTable, writeComponent } from '#components/editor/commands.ts';
import { insertedNotes } from '#lib/i18n/en/editor.ts';
import { findPlaceholderProblems, withoutPublishedNotes } from './placeholder-problems.ts';

const note = 'Say on which days and at which hours.';
const file = (text: string) => `---\ntitle: Contact\n---\n\n${text}\n`;

test('texts that the editor inserts are errors until they are replaced', () => {
  const box = writeComponent('Callout', { type: 'note' }, insertedNotes.text);
  const report = (text: string) =>
    findPlaceholderProblems('courses', file(text)).map(({ message }) => message);

  expect(report(`${emptyTable}\n\n${box}`)).toEqual([
    '"Say what this column shows" is a note of the editor',
    '"Say what goes here" is a note of the editor',
    '"Say what readers should know." is a note of the editor',
  ]);
  expect(report(emptyTable.replace(insertedNotes.heading, 'Day'))).toHaveLength(2);
  expect(report('| Heading | Heading |\n| --- | --- |\n| Cell | Cell |')).toHaveLength(2);
  expect(report('| Heading | Level |\n| --- | --- |\n| Cell | 2 |')).toEqual([]);
});

test('a sentence of a template is an error, unless readers see it already', () => {
  const notes = findPlaceholderProblems('pages', file(`Ring us.\n\n${note}`));

  const severities = (published: string | undefined) =>
    withoutPublishedNotes(notes, published).map(({ line, severity }) => [line, severity]);

  expect(severities(undefined)).toEqual([[7, 'error']]);
  expect(severities(file('Ring us.'))).toEqual([[7, 'error']]);
  expect(severities(file(note))).toEqual([[7, 'warning']]);
});
