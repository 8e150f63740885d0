import { expect, test } from 'vitest';
import type { CandidatePassage } from './open-passages.ts';
import { createQuestionCoverage } from './question-coverage.ts';
import { quoteAnswer } from './quote-answer.ts';

const passage: CandidatePassage = {
  id: 1,
  path: '/library',
  anchor: 'borrowing',
  type: 'page',
  title: 'Library',
  heading: 'Borrowing books',
  text: `You may borrow twelve books for four weeks.
What | Weeks | At home?
Maps | 2 | no
Films, games, toys, maps | 1 | yes
To renew a book, write to the library. Bring your card. A reminder is a letter about a late book.
May I send a late book back by post?
Yes. Put it in a box.
1. Send a map back by post within two weeks.`,
  score: 0,
};
const words =
  'many week library borrow book twelve four week renew write bring card parking map film game toy remind letter late send back post'.split(
    ' ',
  );
const coverage = createQuestionCoverage(words.map((word) => [word, 2]));
const other: CandidatePassage = {
  ...passage,
  id: 2,
  anchor: 'fines',
  heading: 'Fines',
  text: 'There are no fines.',
};
type Evidence = { lead?: number; isFirst?: boolean; isQuotable?: boolean };
/** @param lead how much nearer the passage is than the other section */
const options = ({ lead = 0.1, isFirst = true, isQuotable = true }: Evidence = {}) => ({
  passages: {
    get: (id: number) => (id === 1 ? passage : other),
    find: () => [isFirst ? passage : other],
    coverage: (question: string, { title, heading, text }: CandidatePassage) =>
      coverage.coverage(question, `${title} ${heading} ${text}`),
  },
  near: {
    passages: [
      { id: 1, similarity: 0.5 + lead, sentenceSimilarity: 0.6 },
      { id: 2, similarity: 0.5, sentenceSimilarity: 0.4 },
    ],
    similarity: 0.5,
    minSimilarity: 0.25,
  },
  isQuotable: () => isQuotable,
});

test.each([
  ['How many books can I borrow?', 'You may borrow twelve books for four weeks.'],
  [
    'How do I renew a book?',
    'To renew a book, write to the library. Bring your card. A reminder is a letter about a late book.',
  ],
  ['How many weeks can I borrow maps?', 'Maps. Weeks: 2; At home: no'],
  ['Which books may I borrow for weeks?', 'You may borrow twelve books for four weeks.'],
  ['How do I send a map back?', 'Send a map back by post within two weeks.'],
  ['What is a reminder?', 'A reminder is a letter about a late book.'],
  ['May I bring a late book back by post?', 'Yes. Put it in a box.'],
])('%j is answered with a sentence', (question, sentence) => {
  expect(quoteAnswer(question, options())).toMatchObject({ passage, text: sentence });
});

test.each([
  ['borrow books', 'is not a question'],
  ['Is there parking for a museum?', 'has words that the passage lacks'],
  ['Why can I borrow books?', 'asks for a reason'],
  ['How do I borrow?', 'has one word that counts'],
  ['How much does it cost to borrow a book?', 'asks for an amount'],
  ['What do you do with parking and toys?', 'has most words in no sentence'],
  ['Which maps go back by post in two weeks?', 'has its words in a step of a list'],
])('%j has no answer: it %s', (question) => {
  expect(quoteAnswer(question, options())).toBeUndefined();
});

test('a row is quoted with its first and last cell, to link to it', () => {
  const quote = quoteAnswer('How many weeks can I borrow maps?', options());

  expect(quote?.parts).toEqual(['Maps', 'no']);
});

test.each<Evidence & { isAnswered: boolean }>([
  { isAnswered: true },
  { isFirst: false, lead: 0.3, isAnswered: true },
  { isFirst: false, lead: 0, isAnswered: false },
  { isQuotable: false, isAnswered: false },
])('a passage is quoted if it is nearest in meaning and best by words: %j', ({ isAnswered, ...evidence }) => {
  const quote = quoteAnswer('How many books can I borrow?', options(evidence));

  expect(quote !== undefined).toBe(isAnswered);
});

test.each([
  ['Ask for a parking card at the desk.', true],
  ['Ask for it at the desk.', false],
])('under a heading with the words of a question, %j is quoted: %j', (text, isQuoted) => {
  const given = options();
  const parking = { ...passage, heading: 'Parking card', text };
  const passages = { ...given.passages, get: (id: number) => (id === 1 ? parking : other) };

  const quote = quoteAnswer('How do I renew a parking card?', { ...given, passages });

  expect(quote?.text).toBe(isQuoted ? text : undefined);
});
