import { splitWords } from './words.ts';

/** The synonyms of a word or phrase. All are folded. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the institute's synonyms, such as `gis, geographic information system > mapping`. Words before `>` are synonyms
 * of one another. Words after it are synonyms of those before it, but not the other way round.
 */
export function readSynonyms(lines: readonly string[]): Synonyms {
  const synonyms = new Map<string, readonly string[]>();
  for (const line of lines) {
    const [same = [], more = []] = line.split('>').map(readPhrases);
    for (const phrase of same) {
      const others = [...same, ...more].filter((other) => other !== phrase);
      synonyms.set(phrase, [...new Set([...(synonyms.get(phrase) ?? []), ...others])]);
    }
  }
  return synonyms;
}

function readPhrases(list: string): string[] {
  return list
    .split(',')
    .map((phrase) => splitWords(phrase).join(' '))
    .filter((phrase) => phrase !== '');
}

/** Adds the synonyms of a question's words and phrases at its end. */
export function addSynonyms(question: string, synonyms: Synonyms): string {
  const words = ` ${splitWords(question).join(' ')} `;
  const isAsked = (phrase: string) => words.includes(` ${phrase} `);
  const others = [...synonyms].filter(([phrase]) => isAsked(phrase)).flatMap(([, all]) => all);
  return [question, ...new Set(others.filter((phrase) => !isAsked(phrase)))].join(' ');
}
