import { splitSentences } from '#lib/i18n/sentences.ts';
import { meaningfulWords, stem } from '#lib/i18n/words.ts';
import { readNumbers, type StatedNumber } from './numbers/number-reader.ts';

type Candidate = { number: number; text: string };

const maxQuoteLength = 300;
/** The score of a number of the right kind; a shared word scores 1. */
const kindWeight = 2;

/**
 * Finds the sentence or line of the passages that can replace a statement: the one that shares the most words with it
 * and the question, preferably with a number of the same kind. Undefined if no sentence shares a word.
 */
export function findQuote(
  passages: readonly Candidate[],
  { statement, question, wrong }: { statement: string; question: string; wrong: StatedNumber },
): Candidate | undefined {
  const wanted = new Set(meaningfulWords(`${statement} ${question}`).map(stem));
  const kind = kindOf(wrong);
  const candidates = passages.flatMap(({ number, text }) =>
    readSentences(text).map((sentence) => ({
      number,
      text: sentence,
      score: scoreOf(sentence, wanted, kind),
    })),
  );
  const best = candidates.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? { number: best.number, text: truncate(best.text) } : undefined;
}

function readSentences(text: string): string[] {
  return (
    splitSentences(text)
      .map((sentence) => sentence.trim().replace(/^(?:-|\d{1,2}\.) /, ''))
      // Cells of a table's row.
      .map((sentence) => sentence.replaceAll(' | ', ', '))
      .filter((sentence) => sentence !== '')
  );
}

function scoreOf(sentence: string, wanted: ReadonlySet<string>, kind: string): number {
  const shared = new Set(
    meaningfulWords(sentence)
      .map(stem)
      .filter((word) => wanted.has(word) && !/^\d/.test(word)),
  );
  if (shared.size === 0) return 0;
  const hasKind = readNumbers(sentence).some((number) => kindOf(number) === kind);
  return shared.size + (hasKind ? kindWeight : 0);
}

/** A number's unit, or what else it is, such as `GBP`, `minute` or `time`. */
function kindOf([key = '']: StatedNumber): string {
  return key.slice(0, key.lastIndexOf(' '));
}

function truncate(text: string): string {
  return text.length <= maxQuoteLength ? text : `${text.slice(0, text.lastIndexOf(' ', maxQuoteLength))} …`;
}
