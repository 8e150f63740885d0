import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { isQuestion } from '#lib/i18n/en/questions.ts';
import { searchAnswerSchema, type SearchAnswer } from '#lib/search/answer.ts';
import { startMeasured } from './cpu-per-request.ts';
import { readQuestions } from './retrieval-questions.ts';
import { sizedList } from './sized.ts';
import { readVisitorSearches } from './visitor-searches.ts';

/**
 * Asks a build the questions of test/data, and counts how many get an answer on the search page, how many of these are
 * right, and how many that the site cannot answer are said to be on no page. Usage: node bench/answers.ts [list]
 */
type Question = {
  text: string;
  isAnswerable: boolean;
  isRight: (answer: NonNullable<SearchAnswer['answer']>) => boolean;
};

const blindSchema = z.array(z.tuple([z.string()], z.string()));
const isListed = process.argv[2] === 'list';
/** Answered as soon as the sentences have vectors. */
const readyQuestion = 'Is there a bus on Sundays?';
const dataDir = mkdtempSync(join(tmpdir(), 'bench-answers-'));
const server = await startMeasured('ours', join(import.meta.dirname, 'measured-server.ts'), {
  parameters: ['site', resolve('dist')],
  environment: { DATA_DIR: dataDir, LOG_REQUESTS: '' },
});
try {
  while ((await readAnswer(readyQuestion)).answer === null) await setTimeout(500);
  const rows = [];
  for (const half of ['tune', 'held-out'] as const) rows.push(await ask(half, questionsOf(half)));
  for (const set of ['blind', '2026-11-29']) rows.push(await ask(set, readBlind(set)));
  console.table(rows);
} finally {
  server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Questions that stand alone, and searches that are questions. An answer from a right section counts as right. */
function questionsOf(half: 'tune' | 'held-out'): Question[] {
  const asked = [
    ...readQuestions('site').filter(({ turns }) => turns.length === 1),
    ...readQuestions('conversations').filter(({ kind }) => kind === 'change'),
  ].map((one) => ({ ...one, text: one.turns.at(-1)?.text ?? '' }));
  const searches = readVisitorSearches()
    .filter(({ query }) => isQuestion(query))
    .map(({ query, pages, half: of }) => ({ text: query, right: pages, half: of }));
  return [...asked, ...searches]
    .filter((one) => one.half === half)
    .map(({ text, right }) => ({
      text,
      isAnswerable: right.length > 0,
      isRight({ url }) {
        const { pathname, hash } = new URL(url);
        const section = `${pathname}${hash.split(':~:')[0] ?? ''}`;
        return right.some((each) => each === section || each === pathname);
      },
    }));
}

/** Questions with the texts of which a right answer has one; without any if the site has no answer. */
function readBlind(name: string): Question[] {
  const file = new URL(`../test/data/answers-${name}.json`, import.meta.url);
  return blindSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(([text, ...right]) => ({
    text,
    isAnswerable: right.length > 0,
    isRight: ({ text: shown }) => right.some((each) => shown.includes(each)),
  }));
}

async function readAnswer(question: string) {
  const query = new URLSearchParams({ q: question, limit: '1' });
  const response = await fetch(`http://localhost:${server.port}/api/search?${query}`);
  return searchAnswerSchema
    .pick({ answer: true, unrelated: true, unknownWords: true })
    .parse(await response.json());
}

async function ask(set: string, questions: readonly Question[]) {
  const counts = { answerable: 0, shown: 0, right: 0, 'said to be on no page': 0 };
  const foreign = { 'no answer': 0, 'wrongly shown': 0, told: 0, 'told, or which words are on no page': 0 };
  for (const { text, isAnswerable, isRight } of sizedList(questions)) {
    const { answer, unrelated, unknownWords } = await readAnswer(text);
    const right = answer !== null && isRight(answer);
    if (isAnswerable) {
      counts.answerable++;
      if (answer) counts.shown++;
      if (right) counts.right++;
      if (unrelated) counts['said to be on no page']++;
    } else {
      foreign['no answer']++;
      if (answer) foreign['wrongly shown']++;
      if (unrelated) foreign.told++;
      if (unrelated || unknownWords.length > 0) foreign['told, or which words are on no page']++;
    }
    const verdict = right ? 'right' : answer ? 'not expected' : 'none shown';
    if (isListed) console.log([set, text, verdict, unrelated, answer?.text, answer?.url].join(' | '));
  }
  return { set, ...counts, ...foreign };
}
