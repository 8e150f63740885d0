import { createRetriever, type RetrieverOptions, createRanking } from '#lib/chat/retrieval.ts';
import { createLanguage } from '#lib/search/language.ts';
import { openPassages } from '#lib/search/passages.ts';
import { site } from '#site';
import type { RetrievalQuestion } from './retrieval-questions.ts';

/** What became of one question. */
export type Outcome = Pick<RetrievalQuestion, 'id' | 'kind' | 'half'> & {
  /** Nothing was thought relevant enough. */
  isRefused: boolean;
  /** Place of the first right section among the passages that the model would get, from 1; 0 when none is. */
  place: number;
  /** Of the first ten of the ranking, whether or not the question was refused. */
  gain: number;
  ms: number;
};

export type Measures = {
  recall: number;
  ndcg: number;
  wronglyRefused: number;
  rightlyRefused: number;
};

type Place = { path: string; anchor: string | null };

const depth = 10;

/** A retriever's settings for a published site, as the server has them. */
export function openRetrieval(file: string): RetrieverOptions {
  const passages = openPassages(file);
  return {
    passages,
    language: createLanguage(passages),
    siteUrl: 'http://localhost:4321',
    terms: (today) => site.terms(today),
    timeZone: site.timeZone,
    otherWords: site.otherWords,
  };
}

export async function askAll(
  questions: readonly RetrievalQuestion[],
  options: RetrieverOptions,
): Promise<Outcome[]> {
  const retriever = createRetriever(options);
  const rank = createRanking(options);
  const outcomes: Outcome[] = [];
  for (const { id, kind, half, turns, right } of questions) {
    const before = performance.now();
    const { passages } = await retriever.retrieve(turns);
    const ms = performance.now() - before;
    const ranked = (await rank(turns)).passages.slice(0, depth);
    const place = passages.findIndex((passage) => right.includes(addressOf(passage))) + 1;
    outcomes.push({
      id,
      kind,
      half,
      isRefused: passages.length === 0,
      place,
      gain: gainOf(ranked, right),
      ms,
    });
  }
  return outcomes;
}

export function measure(outcomes: readonly Outcome[]): Measures {
  const answerable = outcomes.filter(({ kind }) => kind !== 'unanswerable');
  const unanswerable = outcomes.filter(({ kind }) => kind === 'unanswerable');
  const share = (some: readonly Outcome[], is: (outcome: Outcome) => boolean) =>
    some.filter(is).length / Math.max(1, some.length);
  return {
    recall: share(answerable, ({ place }) => place > 0),
    ndcg: answerable.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, answerable.length),
    wronglyRefused: share(answerable, ({ isRefused }) => isRefused),
    rightlyRefused: share(unanswerable, ({ isRefused }) => isRefused),
  };
}

/** nDCG: each right section counts once, less the later it comes. */
function gainOf(ranked: readonly Place[], right: readonly string[]): number {
  const seen = new Set<string>();
  let gain = 0;
  ranked.forEach((passage, at) => {
    const address = addressOf(passage);
    if (!right.includes(address) || seen.has(address)) return;
    seen.add(address);
    gain += 1 / Math.log2(at + 2);
  });
  const ideal = right.slice(0, depth).reduce((sum, _address, at) => sum + 1 / Math.log2(at + 2), 0);
  return ideal === 0 ? 0 : gain / ideal;
}

function addressOf({ path, anchor }: Place): string {
  return anchor ? `${path}#${anchor}` : path;
}
