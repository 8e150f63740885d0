import type { OtherWords } from './everyday-words.ts';
import { framingWords } from './question-words.ts';

/** How words are read; lib/search provides it, so that questions are read as the index was made. */
export type Language = {
  /** Words of a text in lower case, in order. */
  split: (text: string) => string[];
  stem: (word: string) => string;
  isStopWord: (word: string) => boolean;
  /** Words of the site that are spelled nearly so, likeliest first. */
  suggest: (word: string, most: number) => { word: string; distance: number }[];
};

/** A word, or words that follow one another, by which a passage may speak of a concept. */
export type Form = { phrase: string; stems: readonly string[]; strength: number };

/** One of the things that a question asks about. */
export type Concept = {
  forms: readonly Form[];
  /** How much it tells: rarer on the site tells more, and framing words tell little. */
  weight: number;
  /** Whether it is among the words that the question is about. */
  isTelling: boolean;
  /** Whether the site has any of the forms. */
  isKnown: boolean;
};

export type ConceptTools = {
  language: Language;
  otherWords: OtherWords;
  passagesWith: (phrase: string) => number;
  /** How many passages there are. */
  count: number;
};

const framing = 0.4;
const longestRun = 4;
const joined = 0.9;
const slips = [1, 0.85, 0.6];

/** What a conversation may make the search look up; its newest question comes first. */
const maxWords = 60;
/** A mistyped word costs a look-up for each place where it may be two words. */
const maxCorrectedLength = 30;
const maxCorrectedWords = 10;

/** Writes short forms out or drops them, since "I'll" is not "ill" and "can't" no word of a page. */
export function withoutShortForms(text: string): string {
  return text
    .replace(/\bwon['’]t\b/giu, 'will not')
    .replace(/\bcan['’]t\b/giu, 'can not')
    .replace(/n['’]t\b/giu, ' not')
    .replace(/['’](?:m|re|ve|ll|d|s)\b/giu, '');
}

/** What a question asks about, with the words that pages may use for it. */
export function createConceptReader({ language, otherWords, passagesWith, count }: ConceptTools) {
  const wordsOf = (text: string) => language.split(withoutShortForms(text));
  const keyOf = (phrase: string) => wordsOf(phrase).map(language.stem).join(' ');
  const table = new Map([...otherWords].map(([phrase, others]) => [keyOf(phrase), others]));

  function toForm(phrase: string, strength: number): Form {
    return { phrase, stems: wordsOf(phrase).map(language.stem), strength };
  }

  function othersOf(phrase: string): Form[] {
    return [...(table.get(keyOf(phrase)) ?? [])].map(([other, strength]) => toForm(other, strength));
  }

  /** A word that the site does not have, as it may have been meant. */
  function mended(word: string): Form[] {
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
        toForm(other, slips[distance] ?? 0),
        ...othersOf(other).map((form) => ({ ...form, strength: form.strength * (slips[distance] ?? 0) })),
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
      ...(known === 0 && mayCorrect ? mended(phrase) : []),
    ];
    const places = forms.map((form) => passagesWith(form.phrase));
    const usual = known > 0 ? known : Math.max(0, ...places);
    const isTelling = phrase.split(' ').some((word) => !framingWords.has(word) && !language.isStopWord(word));
    const rarity = Math.log(1 + (count - usual + 0.5) / (usual + 0.5));
    return {
      forms: distinct(forms),
      weight: rarity * (isTelling || phrase.includes(' ') ? 1 : framing),
      isTelling,
      isKnown: places.some((places) => places > 0),
    };
  }

  function readText(words: readonly string[], corrections: { left: number }): Concept[] {
    const concepts: Concept[] = [];
    for (let at = 0; at < words.length;) {
      const run = [...Array(longestRun - 1).keys()]
        .map((less) => words.slice(at, at + longestRun - less))
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

  /** The concepts of each text. The bounds on words hold for all texts together, the first text first. */
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

/** The strongest of each. */
function distinct(forms: readonly Form[]): Form[] {
  const strongest = new Map<string, Form>();
  for (const form of forms) {
    const key = form.stems.join(' ');
    if (key !== '' && form.strength > (strongest.get(key)?.strength ?? 0)) strongest.set(key, form);
  }
  return [...strongest.values()];
}
