import { pointingStart, pointingWords } from '#lib/i18n/en/pointing-words.ts';
import { indexedWords } from '#lib/i18n/split-words.ts';
import { meaningfulWords } from '#lib/i18n/words.ts';

/** Resolves to the similarity of a text and its nearest passage; undefined if there is no ranking by meaning. */
type SimilarityOf = (text: string) => Promise<number | undefined>;

/** Limits how many texts are compared. */
const maxQuestions = 6;
/** Fewer words may be about anything: "parking" is a new subject, and "online?" is not. */
const minOwnWords = 2;
/** In characters. Longer conversations are cut at the start. */
const maxLength = 2000;

/**
 * Returns the visitor's questions that the last one may depend on, and the last one: those from the last on that stands
 * alone. A question stands alone if none of its words points back, if it has two words of its own, and if no passage is
 * nearer to it together with the questions before than to one of the two.
 */
export async function findCurrentQuestions(
  questions: readonly string[],
  similarityOf: SimilarityOf,
): Promise<string[]> {
  let current: string[] = [];
  for (const question of questions.slice(-maxQuestions)) {
    const isNewSubject = current.length === 0 || (await standsAlone(question, current, similarityOf));
    current = isNewSubject ? [question] : [...current, question];
  }
  return current;
}

export function joinQuestions(questions: readonly string[]): string {
  return questions.join(' ').slice(-maxLength);
}

async function standsAlone(
  question: string,
  earlier: readonly string[],
  similarityOf: SimilarityOf,
): Promise<boolean> {
  if (pointsBack(question) || meaningfulWords(question).length < minOwnWords) return false;
  const together = await similarityOf(joinQuestions([...earlier, question]));
  const alone = await similarityOf(question);
  const before = await similarityOf(joinQuestions(earlier));
  if (together === undefined || alone === undefined || before === undefined) return false;
  return together < Math.max(alone, before);
}

function pointsBack(question: string): boolean {
  return pointingStart.test(question) || indexedWords(question).some((word) => pointingWords.has(word));
}
