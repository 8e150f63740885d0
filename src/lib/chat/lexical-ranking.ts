import type { PassageStore } from '#lib/search/passages.ts';
import { createConceptReader, type Concept, type Language } from './concepts.ts';
import { readOtherWords } from './everyday-words.ts';
import type { Standalone } from './follow-up.ts';
import { createNearness, nearest } from './nearness.ts';
import { rankPassages, readPassage, type PassageWords, type Ranking } from './passage-score.ts';

type LexicalOptions = {
  passages: PassageStore;
  language: Language;
  otherWords?: readonly string[] | undefined;
};

/** By each of two queries: the words as typed, and all words that may stand for them. */
const mostCandidates = 80;
/** All phrases of a query together, counted once for each passage that has one. */
const maxPassagesRead = 8_000;
const mostNear = 50;
const mostRemembered = 4000;
const mostWarmUps = 40;
/** In milliseconds. */
const longestWarmUp = 100;

/** Ranks passages by the words of the question and by those that pages may use for them. */
export function createLexicalRanking({ passages, language, otherWords }: LexicalOptions) {
  const counts = new Map<string, number>();
  const read = new Map<number, PassageWords>();
  const countOf = (phrase: string) => remember(counts, phrase, () => passages.passagesWith(phrase));
  const nearTo = createNearness(passages.meaning, language);
  const readConcepts = createConceptReader({
    language,
    otherWords: readOtherWords(otherWords),
    passagesWith: countOf,
    count: passages.count,
  });

  function rank({ parts }: Standalone): Ranking {
    const concepts = mergeConcepts(
      readConcepts(parts.map(({ text }) => text)).map((found, at) =>
        found.map((concept) => ({ ...concept, weight: concept.weight * (parts[at]?.share ?? 0) })),
      ),
    );
    const forms = concepts.flatMap((concept) => concept.forms);
    const typed = forms.filter(({ strength }) => strength === 1);
    const found = [typed, forms]
      .map((some) => [...new Set(some.map(({ phrase }) => phrase))])
      .flatMap((phrases) => passages.candidates(rarest(phrases), mostCandidates));
    const known = new Map(found.map((passage) => [passage.id, passage]));
    const nearness = nearTo?.(parts);
    const near = nearness ? nearest(nearness, mostNear).filter((id) => !known.has(id)) : [];
    const candidates = [...known.values(), ...near.flatMap((id) => passages.get(id) ?? [])];
    return rankPassages(
      candidates.map((passage) => ({
        passage,
        words: remember(read, passage.id, () => readPassage(passage, language)),
      })),
      concepts,
      nearness,
    );
  }

  /** As many phrases as can be looked up in bounded time; rare ones tell the most. */
  function rarest(phrases: readonly string[]): string[] {
    let read = 0;
    return phrases
      .map((phrase) => ({ phrase, count: countOf(phrase) }))
      .toSorted((a, b) => a.count - b.count)
      .filter(({ count }) => (read += count) <= maxPassagesRead)
      .map(({ phrase }) => phrase);
  }

  warm(passages, (text) => rank({ question: text, parts: [{ text, share: 1 }] }));
  return rank;
}

/** Asks made-up questions for a moment, so that the code is compiled before a visitor waits. */
function warm(passages: PassageStore, ask: (text: string) => void): void {
  const until = performance.now() + longestWarmUp;
  for (let made = 1; made <= mostWarmUps && performance.now() < until; made++) {
    const passage = passages.get(Math.ceil((made * passages.count) / mostWarmUps));
    if (passage) ask(`how is ${passage.heading} done in ${passage.title}`);
  }
}

/** What is asked in more than one part counts once, at its most. */
function mergeConcepts(parts: readonly (readonly Concept[])[]): Concept[] {
  const merged = new Map<string, Concept>();
  for (const concept of parts.flat()) {
    const key = concept.forms[0]?.stems.join(' ') ?? '';
    if (concept.weight > (merged.get(key)?.weight ?? -1)) merged.set(key, concept);
  }
  return [...merged.values()];
}

/** Keeps what was worked out, up to a bound. */
function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  if (known.size >= mostRemembered) known.clear();
  known.set(key, made);
  return made;
}
