import { splitSentences } from '#lib/i18n/sentences.ts';
import { weightOf, type Mark } from './marks.ts';
import type { NearSentence } from './near-sections.ts';

/** A sentence, or another line, of a text. */
export type Sentence = {
  words: string[];
  /** Indexes of the words to mark. */
  marks: ReadonlySet<number>;
  isFact: boolean;
  /** Whether it names the columns of a table, which say nothing without a row. */
  isHead: boolean;
  /** Whether it ends like a sentence. */
  isWhole: boolean;
  /** See `weightOf`. */
  weight: number;
  /** See `NearSentence`. 0 if it is not known. */
  nearness: number;
};

/** @param text see `readMarkedLines` */
export function readSentences(
  text: string,
  marks: readonly Mark[],
  near: readonly NearSentence[],
): Sentence[] {
  const marked = new Map(marks.map((mark) => [mark.position, mark]));
  const nearest = near.map(({ text: each, nearness }) => ({ letters: lettersOf(each), nearness }));
  let start = /^\s/.test(text) ? 1 : 0;
  // A row of a table stays whole, also if a cell has several sentences.
  const sentences = text.split('\n').flatMap((line) => (line.startsWith('\t') ? line : splitSentences(line)));
  return withColumns(
    sentences.map((sentence) => {
      const words = sentence.trim().split(/\s+/);
      const found = words.map((_, at) => marked.get(start + at));
      start += words.length;
      const isFact = sentence.startsWith('\t');
      const letters = lettersOf(sentence);
      // A passage may have it in several parts.
      const parts = nearest.filter((each) => each.letters !== '' && letters.includes(each.letters));
      return {
        words,
        marks: new Set(found.flatMap((mark, at) => (mark ? [at] : []))),
        isFact,
        isHead: sentence.startsWith('\t\t'),
        isWhole: !isFact && /[.!?…]["”’)\]]*$/.test(sentence),
        weight: weightOf(found.filter((mark) => mark !== undefined)),
        nearness: Math.max(0, ...parts.map(({ nearness }) => nearness)),
      };
    }),
  );
}

/** Names the columns in each row of a table: `Saturday. In term: 10:00 to 16:00; Out of term: closed.` */
function withColumns(sentences: readonly Sentence[]): Sentence[] {
  let columns: readonly string[] = [];
  return sentences.map((sentence) => {
    if (sentence.isHead) columns = sentence.words.join(' ').split('; ');
    else if (!sentence.isFact) columns = [];
    else return nameColumns(sentence, columns);
    return sentence;
  });
}

/** A row of two columns says enough without their names, and one with a semicolon in a cell cannot be taken apart. */
function nameColumns(row: Sentence, columns: readonly string[]): Sentence {
  const ends = row.words.flatMap((word, at) => (/;$/.test(word) || at === row.words.length - 1 ? [at] : []));
  const label = row.words.findIndex((word) => word.endsWith(':'));
  if (columns.length < 3 || label === -1 || ends.length + 1 !== columns.length) return row;
  const words = row.words
    .slice(0, label + 1)
    .map((word, at) => (at === label ? word.replace(/:$/, '.') : word));
  const marks = new Set([...row.marks].filter((at) => at <= label));
  for (const [cell, end] of ends.entries()) {
    words.push(...`${columns[cell + 1]?.replace(/[?:.]$/, '')}:`.split(' '));
    for (let at = (ends[cell - 1] ?? label) + 1; at <= end; at++) {
      if (row.marks.has(at)) marks.add(words.length);
      words.push(row.words[at] ?? '');
    }
  }
  return { ...row, words, marks };
}

/** A passage separates the cells of a row otherwise. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
