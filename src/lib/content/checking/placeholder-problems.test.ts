import { expect, test } from 'vitest';
import { emptyTable, writeComponent } from '#components/editor/commands.ts';
import { collectionNames, contentCollections } from '#lib/content/collections.ts';
import { writeFirstFiles } from '#lib/content/first-institute/first-files.ts';
import { templates } from '#lib/content/templates.ts';
import { insertedNotes } from '#lib/i18n/en/editor.ts';
import { findPlaceholderProblems, withoutPublishedNotes } from './placeholder-problems.ts';

const note = 'Say first what matters most. Write short paragraphs.';
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

test('the notes of a new institute’s files are warnings, because its first start publishes them', () => {
  const files = writeFirstFiles(
    {
      name: 'Harbourside School',
      place: 'Lower Quay 4, Falmouth, Cornwall, TR11 3XX, GB',
      email: 'hello@boats.example',
      telephone: '+44 1632 960 000',
      person: 'Ada Wren',
      subjects: 'Boatbuilding',
    },
    '2026-01-01',
  );
  const found = (['courses', 'pages', 'people', 'programs'] as const).flatMap((collection) =>
    Object.entries(files)
      .filter(([path]) => path.startsWith(`content/${collection}/`))
      .flatMap(([, text]) => findPlaceholderProblems(collection, text)),
  );

  expect(found).toHaveLength(13);
  expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['warning']));
});

test('the notes of a new page are errors, so that check and publication refuse it until it is finished', () => {
  const values = { title: 'Knots', today: '2026-01-01', date: '2026-01-01', code: 'BOAT101' };

  for (const collection of collectionNames) {
    const { kind } = contentCollections[collection];
    const found = findPlaceholderProblems(collection, templates[kind](values));
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['error']));
  }
});
