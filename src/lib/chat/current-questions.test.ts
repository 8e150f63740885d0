import { expect, test } from 'vitest';
import { findCurrentQuestions } from './current-questions.ts';

const dogs = 'May I bring my dog to the moss?';
const visas = 'Do you sponsor visas?';

/** Each text is as near to a passage as the table says, else .5. */
const similarities = (table: Record<string, number>) => async (text: string) => table[text] ?? 0.5;
const find = (questions: string[], table: Record<string, number> = {}) =>
  findCurrentQuestions(questions, similarities(table));

test('a question that is nearer to a passage alone than with the one before stands alone', async () => {
  expect(await find([dogs, visas], { [visas]: 0.6 })).toEqual([visas]);
});

test('a question that is nearer to a passage together with the one before may depend on it', async () => {
  const questions = ['Who teaches Groundwater?', 'Which entry requirements?'];

  expect(await find(questions, { [questions.join(' ')]: 0.8 })).toEqual(questions);
});

test.each([
  'How much does it cost?',
  'And student visas?',
  'What about student visas?',
  'Which courses does he teach?',
  'Is there another train on Sunday?',
  'Are Sunday trains running too?',
  'What is in the second year?',
  'How is that?',
])('%j depends on the question before, however near it is alone', async (question) => {
  expect(await find([dogs, question], { [question]: 0.9 })).toEqual([dogs, question]);
});

test('returns the questions from the last one on that stands alone', async () => {
  const questions = [dogs, visas, 'How long does it take?', 'And what does it cost?'];

  expect(await find(questions, { [visas]: 0.6 })).toEqual(questions.slice(1));
});

test('all questions belong together while there is no ranking by meaning', async () => {
  expect(await findCurrentQuestions([dogs, visas], async () => undefined)).toEqual([dogs, visas]);
});

test('compares the last six questions', async () => {
  const questions = [1, 2, 3, 4, 5, 6, 7].map((number) => `And ${number}?`);

  expect(await find(questions)).toEqual(questions.slice(1));
});

test('returns the only question, and nothing for none', async () => {
  expect(await find([dogs])).toEqual([dogs]);
  expect(await find([])).toEqual([]);
});
