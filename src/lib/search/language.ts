import type { PassageStore } from './passages.ts';
import { Vocabulary } from './vocabulary.ts';
import { isStopWord, splitWords, stem } from './words.ts';

const mostStems = 50_000;

/** How the search reads words, for other readers of the passages. */
export function createLanguage(passages: Pick<PassageStore, 'words'>) {
  const written = passages.words();
  const stems = [...new Set(written.map(([word]) => splitWords(word).map(stem)[0] ?? ''))].sort();
  const vocabulary = new Vocabulary(
    stems.filter((stemmed) => stemmed !== ''),
    written,
  );
  const known = new Map<string, string>();
  return {
    split: splitWords,
    stem(word: string): string {
      let stemmed = known.get(word);
      if (stemmed === undefined) {
        stemmed = stem(word);
        if (known.size < mostStems) known.set(word, stemmed);
      }
      return stemmed;
    },
    isStopWord,
    suggest: (word: string, most: number) => vocabulary.suggest(word, most),
  };
}
