import { expect, test } from 'vitest';
import { manners, questionKinds, readQuestions, type RetrievalQuestion } from './retrieval-questions.ts';

for (const name of ['site', 'handbook'] as const) {
  test(`the ${name} questions include enough of every kind in both halves`, () => {
    const questions = readQuestions(name);

    const counts = Object.fromEntries(
      questionKinds.map((kind) => [kind, questions.filter((question) => question.kind === kind).length]),
    ) as Record<RetrievalQuestion['kind'], number>;

    expect(questions.length).toBeGreaterThanOrEqual(60);
    expect(counts.paraphrase).toBeGreaterThanOrEqual(20);
    expect(counts['follow-up']).toBeGreaterThanOrEqual(10);
    expect(counts.foreign + counts['near-miss']).toBeGreaterThanOrEqual(20);
  });

  test(`no page of the ${name} answers questions of both halves`, () => {
    const questions = readQuestions(name);

    const pagesOf = (half: RetrievalQuestion['half']) =>
      new Set(
        questions
          .filter((one) => one.half === half)
          .flatMap(({ right }) => right.map((to) => to.split('#')[0])),
      );

    expect([...pagesOf('tune')].filter((page) => pagesOf('held-out').has(page))).toEqual([]);
  });
}

for (const name of [
  'site',
  'handbook',
  'conversations',
  'conversations-seen',
  'conversations-unseen',
] as const) {
  test(`each ${name} question is unique and has the fields of its kind`, () => {
    const questions = readQuestions(name);

    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(new Set(questions.map(({ turns }) => JSON.stringify(turns))).size).toBe(questions.length);
    for (const { id, kind, turns, right } of questions) {
      expect(
        turns.map(({ role }) => role),
        id,
      ).toEqual(turns.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')));
      expect(turns.at(-1)?.role, id).toBe('user');
      expect(turns.length > 1, id).toBe(kind === 'follow-up' || kind === 'change');
      expect(right.length > 0, id).toBe(kind !== 'foreign' && kind !== 'near-miss');
      expect(new Set(right).size, id).toBe(right.length);
    }
  });
}

test('the conversations are 100 follow-ups and 100 changes of subject, in every manner, in halves by id', () => {
  const questions = readQuestions('conversations');

  for (const kind of ['follow-up', 'change'] as const) {
    const ofKind = questions.filter((question) => question.kind === kind);
    expect(ofKind).toHaveLength(100);
    expect(new Set(ofKind.map(({ manner }) => manner))).toEqual(new Set(manners));
  }
  for (const { id, half } of questions) {
    expect(half, id).toBe(Number(id.split('-').at(-1)) % 2 === 0 ? 'held-out' : 'tune');
  }
});

test.each([
  ['seen', 50, 'tune'],
  ['unseen', 30, 'unseen'],
] as const)(
  'the %s conversations are %i follow-ups and as many changes, in every manner',
  (name, count, half) => {
    const questions = readQuestions(`conversations-${name}`);

    for (const kind of ['follow-up', 'change'] as const) {
      const ofKind = questions.filter((question) => question.kind === kind);
      expect(ofKind).toHaveLength(count);
      expect(new Set(ofKind.map(({ manner }) => manner))).toEqual(new Set(manners));
    }
    expect(new Set(questions.map(({ half }) => half))).toEqual(new Set([half]));
  },
);
