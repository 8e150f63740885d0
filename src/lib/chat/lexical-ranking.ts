import type { PassageStore } from '#lib/search/passages.ts';
import { createConceptReader, type Concept, type Language } from './concepts.ts';
import { readOtherWords } from './everyday-words.ts';
import type { StandaloneQuestion } from './follow-up.ts';
import { createNearness, nearest } from './nearness.ts';
import { rankPassages, readPassage, type PassageWords, type Ranking } from './passage-score.ts';

type LexicalOptions = {
  passages: PassageStore;
  language: Language;
  otherWords?: readonly string[] | undefined;
};

/** For each of two queries: the words as typed, and all words that may stand for them. */
const maxCandidates = 80;
/** The sum of the number of passages with each phrase of a query. */
const maxPassagesRead = 8_000;
const maxNearest = 50;
const maxCacheEntries = 4000;
const maxWarmUpQuestions = 40;
const maxWarmUpMs = 100;

/** Ranks passages by the words of the question and by the words that pages may use for them. */
export function createLexicalRanking({ passages, language, otherWords }: LexicalOptions) {
  const counts = new Map<string, number>();
  const words = new Map<number, PassageWords>();
  const countOf = (phrase: string) => getOrCreate(counts, phrase, () => passages.passagesWith(phrase));
  const nearTo = createNearness(passages.meaning, language);
  const readConcepts = createConceptReader({
    language,
    otherWords: readOtherWords(otherWords),
    passagesWith: countOf,
    count: passages.count,
  });

  function weightedConcepts(parts: StandaloneQuestion['parts']): Concept[] {
    const concepts = readConcepts(parts.map(({ text }) => text));
    return mergeConcepts(
      concepts.flatMap((found, at) =>
        found.map((concept) => ({ ...concept, weight: concept.weight * (parts[at]?.share ?? 0) })),
      ),
    );
  }

  function rank({ parts }: StandaloneQuestion): Ranking {
    const concepts = weightedConcepts(parts);
    const forms = concepts.flatMap((concept) => concept.forms);
    const typed = forms.filter(({ strength }) => strength === 1);
    const matches = [typed, forms]
      .map((some) => rarestPhrases([...new Set(some.map(({ phrase }) => phrase))], countOf))
      .flatMap((phrases) => passages.candidates(phrases, maxCandidates));
    const found = new Map(matches.map((passage) => [passage.id, passage]));
    const nearness = nearTo?.(parts);
    const near = nearness ? nearest(nearness, maxNearest).filter((id) => !found.has(id)) : [];
    const candidates = [...found.values(), ...near.flatMap((id) => passages.get(id) ?? [])].map(
      (passage) => ({
        passage,
        words: getOrCreate(words, passage.id, () => readPassage(passage, language)),
      }),
    );
    return rankPassages(candidates, concepts, nearness);
  }

  warmUp(passages, (text) => rank({ question: text, parts: [{ text, share: 1 }] }));
  return rank;
}

/** The rarest phrases, which tell passages apart best, within `maxPassagesRead`. */
function rarestPhrases(phrases: readonly string[], countOf: (phrase: string) => number): string[] {
  let total = 0;
  return phrases
    .map((phrase) => ({ phrase, count: countOf(phrase) }))
    .toSorted((a, b) => a.count - b.count)
    .filter(({ count }) => (total += count) <= maxPassagesRead)
    .map(({ phrase }) => phrase);
}

/** Ranks generated questions, so that the code is compiled before the first visitor asks. */
function warmUp(passages: PassageStore, rank: (text: string) => void): void {
  const end = performance.now() + maxWarmUpMs;
  for (let at = 1; at <= maxWarmUpQuestions && performance.now() < end; at++) {
    const passage = passages.get(Math.ceil((at * passages.count) / maxWarmUpQuestions));
    if (passage) rank(`how is ${passage.heading} done in ${passage.title}`);
  }
}

/** Keeps the heaviest of equal concepts. */
function mergeConcepts(concepts: readonly Concept[]): Concept[] {
  const merged = new Map<string, Concept>();
  for (const concept of concepts) {
    const key = concept.forms[0]?.stems.join(' ') ?? '';
    if (concept.weight > (merged.get(key)?.weight ?? -1)) merged.set(key, concept);
  }
  return [...merged.values()];
}

/** Clears the whole cache when it is full. */
function getOrCreate<Key, Value>(cache: Map<Key, Value>, key: Key, create: () => Value): Value {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = create();
  if (cache.size >= maxCacheEntries) cache.clear();
  cache.set(key, value);
  return value;
}
