import { pointingStart, pointingWords } from '#lib/i18n/en/pointing-words.ts';
import { indexedWords } from '#lib/i18n/split-words.ts';

/** Resolves to the similarity of a text and its nearest passage; undefined if there is no ranking by meaning. */
type SimilarityOf = (text: string) => Promise<number | undefined>;

/** Limits how many texts are compared. */
const maxQuestions = 6;
/** In characters. Longer conversations are cut at the start. */
const maxLength = 2000;

/**
 * Returns the visitor's questions that the last one may depend on, and the last one: those from the last on that stands
 * alone. A question stands alone if none of its words points back, and if a passage is at least as near to it alone as
 * together with the questions before.
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
  if (pointsBack(question)) return false;
  const together = await similarityOf(joinQuestions([...earlier, question]));
  const alone = await similarityOf(question);
  return together !== undefined && alone !== undefined && alone >= together;
}

function pointsBack(question: string): boolean {
  return pointingStart.test(question) || indexedWords(question).some((word) => pointingWords.has(word));
}
