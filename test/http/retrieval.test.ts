import { expect, test } from 'vitest';
import { askAll, measure, openRetrieval } from '../../bench/retrieval-measures.ts';
import { readQuestions } from '../../bench/retrieval-questions.ts';

// Figures without a model; docs/decisions/009-retrieval.md has all of them.
test('retrieval reaches the measured recall and refusal rates', async () => {
  const options = openRetrieval('dist/passages.sqlite');

  const outcomes = await askAll(readQuestions('site'), options);
  options.passages.close();

  const tuned = measure(outcomes.filter(({ half }) => half === 'tune'));
  const all = measure(outcomes);
  const plain = outcomes.filter(({ kind }) => kind === 'plain');
  expect(tuned.recall).toBeGreaterThanOrEqual(0.9);
  expect(all.recall).toBeGreaterThanOrEqual(0.84);
  expect(all.wronglyRefused).toBeLessThanOrEqual(0.05);
  expect(all.rightlyRefused).toBeGreaterThanOrEqual(0.25);
  expect(plain.filter(({ place }) => place > 0).length).toBeGreaterThanOrEqual(0.9 * plain.length);
});
