import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { excerptText } from '#lib/content/html-text.ts';
import { searchAnswerSchema, type SearchAnswer } from '#lib/search/answer.ts';
import { startMeasured } from './cpu-per-request.ts';
import { createChatRanker, type Ranker } from './retrieval-measures.ts';
import { sizedList } from './sized.ts';
import { intervalOf } from './statistics.ts';
import { openBuiltSearch } from './visitor-searches.ts';

/**
 * Searches and questions by people who had read only the texts, as test/data/README.md says: how many find a right page,
 * a right section and a right answer, and what is said of those that the site has nothing on. Usage: node bench/blind.ts [list]
 */
const searchesSchema = z.array(z.tuple([z.string(), z.string()], z.string()));
const questionsSchema = z.array(
  z.strictObject({
    manner: z.string(),
    text: z.string(),
    right: z.array(z.string()),
    answer: z.array(z.string()),
  }),
);
const isListed = process.argv[2] === 'list';
const dataDir = mkdtempSync(join(tmpdir(), 'bench-blind-'));
const server = await startMeasured('ours', join(import.meta.dirname, 'measured-server.ts'), {
  parameters: ['site', resolve('dist')],
  environment: { DATA_DIR: dataDir, LOG_REQUESTS: '' },
});
const built = await openBuiltSearch('dist', { hasMeaning: true });
try {
  // Answered as soon as the sentences have vectors.
  while ((await search('Is there a bus on Sundays?')).answer === null) await setTimeout(500);
  for (const file of listFiles('blind-searches-')) await measureSearches(file);
  const rank = createChatRanker(built.passages, built);
  for (const file of listFiles('blind-questions-')) await measureQuestions(file, rank);
} finally {
  await built.close();
  server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureSearches(file: string): Promise<void> {
  const searches = searchesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const rows = [];
  for (const [manner, query, ...pages] of sizedList(searches)) {
    const { results, unrelated, unknownWords } = await search(query);
    const place = results.findIndex(({ url }) => pages.includes(new URL(url).pathname));
    const isAnswerable = pages.length > 0;
    const isTold = isAnswerable ? unrelated : unrelated || unknownWords.length > 0;
    rows.push({
      manner,
      isAnswerable,
      'in the first': place === 0,
      'in the first two': place === 0 || place === 1,
      'told that there is nothing': isTold,
    });
    if (isListed)
      list(manner, query, place, isTold, results.map(({ url }) => new URL(url).pathname).join(' '));
  }
  report(file, rows);
}

async function measureQuestions(file: string, rank: Ranker): Promise<void> {
  const questions = questionsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const rows = [];
  for (const { manner, text, right, answer: texts } of sizedList(questions)) {
    const found = await rank([{ role: 'user', text }]);
    const { answer, results } = await search(text);
    const pages = new Set(right.map(pageOf));
    const isTold = (count: number) =>
      results
        .slice(0, count)
        .some(({ excerpt }) => texts.some((each) => excerptText(excerpt).includes(each)));
    const isRight = answer !== null && texts.some((each) => answer.text.includes(each));
    rows.push({
      manner,
      isAnswerable: right.length > 0,
      'section among six': found.slice(0, 6).some((address) => right.includes(address)),
      'page among six': found.slice(0, 6).some((address) => pages.has(pageOf(address))),
      refused: found.length === 0,
      answered: answer !== null,
      'answered right': isRight,
      'in the first excerpt': isTold(1),
      'in the first two': isTold(2),
    });
    if (isListed) list(manner, text, isRight, found.length, answer?.text, answer?.url, found[0]);
  }
  report(file, rows);
}

/** Prints the shares of each manner and of all, those without an answer on the site apart. */
function report(file: string, rows: readonly Record<string, string | boolean>[]): void {
  const answerable = rows.filter(({ isAnswerable }) => isAnswerable);
  const groups = new Map([
    ...Map.groupBy(rows, ({ manner }) => String(manner)),
    ['all with an answer', answerable] as const,
  ]);
  console.log(basename(file));
  console.table(
    [...groups].map(([group, members]) => {
      const columns = Object.keys(members[0] ?? {}).filter(
        (name) => !['manner', 'isAnswerable'].includes(name),
      );
      const shares: Record<string, string> = {};
      for (const name of columns) shares[name] = toShare(members, (row) => row[name] === true);
      return { group, of: members.length, ...shares };
    }),
  );
}

function toShare<Row>(rows: readonly Row[], isCounted: (row: Row) => boolean): string {
  const hits = rows.filter(isCounted).length;
  const [low, high] = intervalOf(hits, rows.length).map((share) => share.toFixed(2));
  return `${hits}: ${(hits / rows.length).toFixed(2)} (${low}-${high})`;
}

async function search(query: string): Promise<SearchAnswer> {
  const parameters = new URLSearchParams({ q: query, limit: '5' });
  const response = await fetch(`http://localhost:${server.port}/api/search?${parameters}`);
  if (response.status === 429) {
    await setTimeout(Number(response.headers.get('Retry-After')) * 1000);
    return search(query);
  }
  return searchAnswerSchema.parse(await response.json());
}

function listFiles(start: string): string[] {
  return globSync(`test/data/${start}*.json`).sort();
}

function pageOf(address: string): string {
  return address.split('#')[0] ?? '';
}

function list(...values: readonly unknown[]): void {
  console.log(values.join(' | '));
}
