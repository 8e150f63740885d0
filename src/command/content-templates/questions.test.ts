import { expect, test } from 'vitest';
import { collectionOfKind, type CollectionKind } from '#lib/content/collections.ts';
import { askForValues, questionsFor } from './questions.ts';
import type { NewFileValues } from '#lib/content/new-file-values.ts';

const values: NewFileValues = {
  title: 'Peat',
  today: '2026-11-21',
  code: 'PEAT101',
  course: { code: 'SOIL101', credits: 15, level: 4 },
  person: undefined,
  subject: 'soils',
  level: 4,
  season: 'spring',
  credits: 15,
  fee: 720,
  award: 'certificate',
  date: '2026-11-21',
  starts: '2026-12-19 10:00',
  place: undefined,
  summary: undefined,
  role: undefined,
};
const choices = {
  subjects: { soils: 'Soils', water: 'Water' },
  levels: { 4: 'Certificate', 5: 'Diploma' },
  terms: { spring: 'every year', '2027-spring': 'Spring 2027' },
  people: { 'ines-calder': 'Ines Calder' },
};

/** Answers the questions in order. Returns the values, the printed lines and the unused answers. */
async function answer(kind: CollectionKind, answers: string[]) {
  const said: string[] = [];
  const given = answers.values();
  const answered = await askForValues(values, {
    collection: collectionOfKind(kind),
    questions: questionsFor(kind, choices),
    ask: async () => given.next().value ?? '',
    print: (line) => said.push(line),
  });
  return { answered, said: said.join('\n'), left: [...given] };
}

const summary = 'What peat is, and how it holds water.';

test('an empty answer leaves the proposed value unchanged', async () => {
  const { answered, left } = await answer('course', [
    summary,
    '',
    'water',
    '5',
    '',
    '640',
    '2027-spring',
    '',
  ]);

  expect(answered).toEqual({
    ...values,
    summary,
    subject: 'water',
    level: 5,
    fee: 640,
    season: '2027-spring',
    person: 'ines-calder',
  });
  expect(left).toEqual([]);
});

test.for([
  ['course', ['', 'Short.', summary], /too short \(6 characters, at least 20\): write more/],
  ['course', [summary, 'peat1', 'PEAT102'], /"peat1" is not a course code/],
  ['course', [summary, '', 'soil', 'soils'], /use one of soils, water/],
  ['course', [summary, '', '', 'constructor', '4'], /use one of 4, 5/],
  ['course', [summary, '', '', '', 'many', '10'], /must be a number, but it is the text "many"/],
  ['course', [summary, '', '', '', '7.5', '10'], /without a decimal point/],
  ['course', [summary, '', '', '', '', '-1', '0'], /write only digits/],
  [
    'program',
    [summary, 'bachelor', 'masters'],
    /cannot be "bachelor": use one of certificate, diploma, masters/,
  ],
  [
    'event',
    [summary, '2027-02-06', '2027-02-06 10:00', 'Mill', ''],
    /"2027-02-06" is not a date with a time/,
  ],
  ['news', [summary, '30 February', '2027-02-28'], /is not a date/],
] as const)(
  'repeats a question about a %s until the answer is valid: %j',
  async ([kind, answers, problem]) => {
    const { said, left } = await answer(kind, [...answers]);

    expect(said).toMatch(problem);
    expect(left).toEqual([]);
  },
);
