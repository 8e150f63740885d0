import type { OtherWords } from './everyday-words.ts';
import { framingWords } from './function-words.ts';

/** Tokenizer and stemmer. lib/search provides them, so that questions are read as the index was built. */
export type Language = {
  /** Returns the words of a text in lower case, in order. */
  split: (text: string) => string[];
  stem: (word: string) => string;
  isStopWord: (word: string) => boolean;
  /** Returns similarly spelled words of the site, likeliest first. */
  suggest: (word: string, max: number) => { word: string; distance: number }[];
};

/** A word or phrase that expresses a concept. */
export type Form = { phrase: string; stems: readonly string[]; strength: number };

/** A topic of a question. */
export type Concept = {
  forms: readonly Form[];
  /** Higher for words that are rare on the site, low for framing words. */
  weight: number;
  /** False for stop words and framing words. */
  isTelling: boolean;
  /** Whether any form occurs on the site. */
  isKnown: boolean;
};

export type ConceptTools = {
  language: Language;
  otherWords: OtherWords;
  passagesWith: (phrase: string) => number;
  /** The number of passages. */
  count: number;
};

const framing = 0.4;
const maxRunLength = 4;
const joined = 0.9;
const strengthByDistance = [1, 0.85, 0.6];

/** Limits the look-ups per conversation; the newest question comes first. */
const maxWords = 60;
/** A misspelled word costs one look-up per position where it may be two words. */
const maxCorrectedLength = 30;
const maxCorrectedWords = 10;

/** Expands or removes contractions: "I'll" must not match "ill". */
export function expandContractions(text: string): string {
  return text
    .replace(/\bwon['’]t\b/giu, 'will not')
    .replace(/\bcan['’]t\b/giu, 'can not')
    .replace(/n['’]t\b/giu, ' not')
    .replace(/['’](?:m|re|ve|ll|d|s)\b/giu, '');
}

/** Creates the function that reads the concepts of a question, with the words that pages may use for them. */
export function createConceptReader({ language, otherWords, passagesWith, count }: ConceptTools) {
  const wordsOf = (text: string) => language.split(expandContractions(text));
  const keyOf = (phrase: string) => wordsOf(phrase).map(language.stem).join(' ');
  const table = new Map([...otherWords].map(([phrase, others]) => [keyOf(phrase), others]));

  function toForm(phrase: string, strength: number): Form {
    return { phrase, stems: wordsOf(phrase).map(language.stem), strength };
  }

  function othersOf(phrase: string): Form[] {
    return [...(table.get(keyOf(phrase)) ?? [])].map(([other, strength]) => toForm(other, strength));
  }

  /** Corrects a word that does not occur on the site: splits it, or finds similarly spelled words. */
  function correctionsOf(word: string): Form[] {
    if (word.length < 5 || word.length > maxCorrectedLength || /\d/.test(word)) return [];
    const halves = Array.from({ length: word.length - 5 }, (_, at) => at + 3)
      .map((at) => `${word.slice(0, at)} ${word.slice(at)}`)
      .filter((halved) => passagesWith(halved) > 0);
    if (halves.length > 0) return halves.map((phrase) => toForm(phrase, joined));
    if (table.has(keyOf(word))) return [];
    return language
      .suggest(word, 2)
      .filter((other) => other.word[0] === word[0] && (word.length > 7 || other.distance === 1))
      .flatMap(({ word: other, distance }) => [
        toForm(other, strengthByDistance[distance] ?? 0),
        ...othersOf(other).map((form) => ({
          ...form,
          strength: form.strength * (strengthByDistance[distance] ?? 0),
        })),
      ]);
  }

  function toConcept(
    phrase: string,
    { neighbours = [], mayCorrect = false }: { neighbours?: readonly string[]; mayCorrect?: boolean } = {},
  ): Concept {
    const known = passagesWith(phrase);
    const joins = neighbours.filter((compound) => passagesWith(compound) > 0);
    const forms = [
      toForm(phrase, 1),
      ...joins.map((compound) => toForm(compound, joined)),
      ...othersOf(phrase),
      ...(known === 0 && mayCorrect ? correctionsOf(phrase) : []),
    ];
    const counts = forms.map((form) => passagesWith(form.phrase));
    const typical = known > 0 ? known : Math.max(0, ...counts);
    const isTelling = phrase.split(' ').some((word) => !framingWords.has(word) && !language.isStopWord(word));
    const rarity = Math.log(1 + (count - typical + 0.5) / (typical + 0.5));
    return {
      forms: distinct(forms),
      weight: rarity * (isTelling || phrase.includes(' ') ? 1 : framing),
      isTelling,
      isKnown: counts.some((passageCount) => passageCount > 0),
    };
  }

  function readText(words: readonly string[], corrections: { left: number }): Concept[] {
    const concepts: Concept[] = [];
    for (let at = 0; at < words.length;) {
      const run = [...Array(maxRunLength - 1).keys()]
        .map((less) => words.slice(at, at + maxRunLength - less))
        .find((some) => some.length > 1 && table.has(some.map(language.stem).join(' ')));
      const word = words[at] ?? '';
      if (run) concepts.push(toConcept(run.join(' ')));
      else if (!language.isStopWord(word)) {
        const neighbours = [`${words[at - 1] ?? ''}${word}`, `${word}${words[at + 1] ?? ''}`];
        const concept = toConcept(word, {
          neighbours: neighbours.filter((compound) => compound !== word),
          mayCorrect: corrections.left > 0,
        });
        if (passagesWith(word) === 0) corrections.left -= 1;
        concepts.push(concept);
      }
      at += run?.length ?? 1;
    }
    return concepts;
  }

  /** Returns the concepts of each text. The limits apply to all texts together, in order. */
  return function readConcepts(texts: readonly string[]): Concept[][] {
    const corrections = { left: maxCorrectedWords };
    let left = maxWords;
    return texts.map((text) => {
      const words = wordsOf(text).slice(0, left);
      left -= words.length;
      return readText(words, corrections);
    });
  };
}

/** Keeps the strongest of equal forms. */
function distinct(forms: readonly Form[]): Form[] {
  const strongest = new Map<string, Form>();
  for (const form of forms) {
    const key = form.stems.join(' ');
    if (key !== '' && form.strength > (strongest.get(key)?.strength ?? 0)) strongest.set(key, form);
  }
  return [...strongest.values()];
}
