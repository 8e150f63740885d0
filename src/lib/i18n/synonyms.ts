import { splitWords } from './split-words.ts';
import { stem } from './words.ts';

export type Synonyms = {
  /** The words and phrases that have synonyms, as the institute wrote them but folded. */
  phrases: readonly string[];
  /** The synonyms of a folded word or phrase, in any of its forms: `tutors` has those of `tutor`. */
  of(phrase: string): readonly string[];
  /** Those of them that the site uses: the words after `>`, or all if there is no `>`. */
  ofSite(phrase: string): readonly string[];
};

type ByStems = Map<string, Set<string>>;

/**
 * Reads the institute's synonyms, such as `gis, geographic information system > mapping`. Words before `>` are synonyms
 * of one another. Words after it are synonyms of those before it, but not the other way round.
 */
export function readSynonyms(lines: readonly string[]): Synonyms {
  const phrases = new Set<string>();
  const all: ByStems = new Map();
  const ofSite: ByStems = new Map();
  for (const line of lines) {
    const [same = [], more = []] = line.split('>').map(readPhrases);
    for (const phrase of same) {
      addTo(all, phrase, [...same, ...more]);
      addTo(ofSite, phrase, more.length > 0 ? more : same);
      phrases.add(phrase);
    }
  }
  return {
    phrases: [...phrases],
    of: (phrase) => [...(all.get(stemsOf(phrase)) ?? [])],
    ofSite: (phrase) => [...(ofSite.get(stemsOf(phrase)) ?? [])],
  };
}

function addTo(synonyms: ByStems, phrase: string, others: readonly string[]): void {
  const known = synonyms.get(stemsOf(phrase)) ?? new Set();
  for (const other of others) if (other !== phrase) known.add(other);
  synonyms.set(stemsOf(phrase), known);
}

function readPhrases(list: string): string[] {
  return list
    .split(',')
    .map((phrase) => splitWords(phrase).join(' '))
    .filter((phrase) => phrase !== '');
}

function stemsOf(phrase: string): string {
  return phrase.split(' ').map(stem).join(' ');
}

/** Appends the synonyms of a question's words and phrases to it: all of them, or those that the site uses. */
export function addSynonyms(question: string, synonyms: Synonyms, which: 'of' | 'ofSite' = 'of'): string {
  const words = ` ${splitWords(question).map(stem).join(' ')} `;
  const isAsked = (phrase: string) => words.includes(` ${stemsOf(phrase)} `);
  const others = synonyms.phrases.filter(isAsked).flatMap((phrase) => synonyms[which](phrase));
  return [question, ...new Set(others.filter((phrase) => !isAsked(phrase)))].join(' ');
}
