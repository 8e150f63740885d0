import { createRetriever, type RetrieverOptions } from '#lib/chat/create-retriever.ts';
import { readSettingsFiles } from '#lib/content/checking/settings-file.ts';
import { settingsOf } from '#lib/content/checking/settings-problems.ts';
import type { PassageStore } from '#lib/search/open-passages.ts';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import type { RetrievalQuestion } from './retrieval-questions.ts';
import { sizedList } from './sized.ts';
import { intervalOf } from './statistics.ts';

/** The result of one question. */
type QuestionResult = Pick<RetrievalQuestion, 'kind' | 'half'> & {
  isRefused: boolean;
  /** Rank of the first correct section among the passages for the model, from 1; 0 if there is none. */
  place: number;
  ms: number;
};

/**
 * Returns the addresses of the sections for a question, best first. An empty list means that the chat declines to
 * answer.
 */
export type Ranker = (turns: RetrievalQuestion['turns']) => Promise<string[]>;

const sections = 6;

const { search } = settingsOf(await readSettingsFiles('src/content'));

/** Creates a ranker from the chat's own retriever. */
export function createChatRanker(
  passages: PassageStore,
  { meaning, addTitles, correct }: Pick<RetrieverOptions, 'meaning' | 'addTitles' | 'correct'> = {},
): Ranker {
  const retriever = createRetriever({
    passages,
    meaning,
    ...(addTitles && { addTitles }),
    ...(correct && { correct }),
    siteUrl: 'http://localhost:4321',
    timeZone: institute().timeZone,
    terms: (today) => listTerms(institute().terms, today),
    synonyms: search.otherWords,
  });
  return async (turns) => (await retriever.retrieve(turns)).passages.map(addressOf);
}

/** Creates the baseline: SQLite's BM25 with Porter stems over all turns of the visitor. */
export function createWordRanker(passages: PassageStore): Ranker {
  return async (turns) => {
    const question = turns.flatMap(({ role, text }) => (role === 'user' ? text : [])).join(' ');
    return [...new Set(passages.find(question, { limit: 30 }).map(addressOf))].slice(0, sections);
  };
}

export async function askAll(
  questions: readonly RetrievalQuestion[],
  rank: Ranker,
): Promise<QuestionResult[]> {
  const outcomes: QuestionResult[] = [];
  for (const { kind, half, turns, right } of sizedList(questions)) {
    const before = performance.now();
    const found = await rank(turns);
    const ms = performance.now() - before;
    const place = found.findIndex((address) => right.includes(address)) + 1;
    outcomes.push({ kind, half, isRefused: found.length === 0, place, ms });
  }
  return outcomes;
}

/** Returns the columns of the table: shares with their 95 % intervals (Wilson, 1927). */
export function measure(outcomes: readonly QuestionResult[]): Record<string, string> {
  const ofKinds = (...kinds: QuestionResult['kind'][]) => outcomes.filter(({ kind }) => kinds.includes(kind));
  const answerable = ofKinds('plain', 'paraphrase', 'follow-up');
  return {
    'among six': toShare(answerable, isAmongSix),
    'with more of the best page': toShare(answerable, ({ place }) => place > 0),
    plain: toShare(ofKinds('plain'), isAmongSix),
    paraphrases: toShare(ofKinds('paraphrase'), isAmongSix),
    'follow-ups': toShare(ofKinds('follow-up'), isAmongSix),
    'wrongly refused': toShare(answerable, ({ isRefused }) => isRefused),
    'foreign refused': toShare(ofKinds('foreign'), ({ isRefused }) => isRefused),
    'near misses refused': toShare(ofKinds('near-miss'), ({ isRefused }) => isRefused),
  };
}

/** Returns the columns of the table of conversations, like `measure`. */
export function measureConversations(outcomes: readonly QuestionResult[]): Record<string, string> {
  const share = (wanted: QuestionResult['kind']) =>
    toShare(
      outcomes.filter(({ kind }) => kind === wanted),
      isAmongSix,
    );
  return { 'changes of subject': share('change'), 'follow-ups': share('follow-up') };
}

function isAmongSix({ place }: QuestionResult): boolean {
  return place > 0 && place <= sections;
}

function toShare(outcomes: readonly QuestionResult[], is: (outcome: QuestionResult) => boolean): string {
  const hits = outcomes.filter(is).length;
  const [low, high] = intervalOf(hits, outcomes.length);
  return `${toText(hits / outcomes.length)} (${toText(low)}-${toText(high)})`;
}

function toText(share: number): string {
  return Math.max(0, share).toFixed(2).replace(/^0/, '');
}

function addressOf({ path, anchor }: { path: string; anchor: string | null }): string {
  return anchor ? `${path}#${anchor}` : path;
}
