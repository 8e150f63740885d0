import { expect, test } from 'vitest';
import { openPassages } from '#lib/search/open-passages.ts';
import { askAll, createChatRanker } from '../../bench/retrieval-measures.ts';
import { readQuestions } from '../../bench/retrieval-questions.ts';

// Without the encoder; test/full/encoder.test.ts tests it. docs/benchmarks.md has all figures.
test('words alone find the sections of plain questions', async () => {
  const passages = openPassages('dist/passages.sqlite');
  const questions = readQuestions('site').filter(({ kind, half }) => kind === 'plain' && half === 'tune');

  const outcomes = await askAll(questions, createChatRanker(passages));
  passages.close();

  expect(outcomes.filter(({ place }) => place > 0).length).toBeGreaterThanOrEqual(0.8 * questions.length);
});
