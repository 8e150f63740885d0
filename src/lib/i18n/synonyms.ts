import { splitWords } from './split-words.ts';
import { stem } from './words.ts';

export type Synonyms = {
  /** The words and phrases that have synonyms, as the institute wrote them but folded. */
  phrases: readonly string[];
  /** The synonyms of a folded word or phrase, in any of its forms: `tutors` has those of `tutor`. */
  of(phrase: string): readonly string[];
};

/**
 * Reads the institute's synonyms, such as `gis, geographic information system > mapping`. Words before `>` are synonyms
 * of one another. Words after it are synonyms of those before it, but not the other way round.
 */
export function readSynonyms(lines: readonly string[]): Synonyms {
  const phrases = new Set<string>();
  const byStems = new Map<string, Set<string>>();
  for (const line of lines) {
    const [same = [], more = []] = line.split('>').map(readPhrases);
    for (const phrase of same) {
      const others = byStems.get(stemsOf(phrase)) ?? new Set();
      for (const other of [...same, ...more]) if (other !== phrase) others.add(other);
      byStems.set(stemsOf(phrase), others);
      phrases.add(phrase);
    }
  }
  return { phrases: [...phrases], of: (phrase) => [...(byStems.get(stemsOf(phrase)) ?? [])] };
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

/** Appends the synonyms of a question's words and phrases to it. */
export function addSynonyms(question: string, synonyms: Synonyms): string {
  const words = ` ${splitWords(question).map(stem).join(' ')} `;
  const isAsked = (phrase: string) => words.includes(` ${stemsOf(phrase)} `);
  const others = synonyms.phrases.filter(isAsked).flatMap((phrase) => synonyms.of(phrase));
  return [question, ...new Set(others.filter((phrase) => !isAsked(phrase)))].join(' ');
}
