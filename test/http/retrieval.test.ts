import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openPassages } from '#lib/search/open-passages.ts';
import { findSearchFiles } from '#test/search-files.ts';
import { askAll, createChatRanker } from '../../bench/retrieval-measures.ts';
import { readQuestions, rightSections } from '../../bench/retrieval-questions.ts';

// Without the encoder; test/full/encoder.test.ts tests it. docs/benchmarks.md has all figures.
test('words alone find the sections of plain questions', async () => {
  const passages = openPassages(findSearchFiles().passagesFile);
  const questions = readQuestions('site').filter(({ kind, half }) => kind === 'plain' && half === 'tune');

  const outcomes = await askAll(questions, createChatRanker(passages));
  passages.close();

  expect(outcomes.filter(({ place }) => place > 0).length).toBeGreaterThanOrEqual(0.8 * questions.length);
});

test('the passages of the build include every correct section of the site', () => {
  const passages = new DatabaseSync(findSearchFiles().passagesFile, { readOnly: true });
  const rows = passages.prepare('select distinct path, anchor from passages').all() as {
    path: string;
    anchor: string | null;
  }[];
  passages.close();
  const sections = new Set(rows.map(({ path, anchor }) => (anchor === null ? path : `${path}#${anchor}`)));

  const missing = (['site', 'conversations', 'conversations-seen', 'conversations-unseen'] as const)
    .flatMap(rightSections)
    .filter((section) => !sections.has(section));

  expect(missing).toEqual([]);
});
