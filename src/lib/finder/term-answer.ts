import { formatDay } from '#lib/content/formats.ts';
import { nextTermDates, type TermDate } from '#lib/content/next-dates.ts';
import type { Day, Term } from '#lib/content/terms.ts';
import { teachingText, termQuestionWords as known, untilText } from '#lib/i18n/en/fact-questions.ts';
import { splitWords } from '#lib/i18n/split-words.ts';
import { isStopWord } from '#lib/i18n/words.ts';

type Group = keyof typeof known;

/** A text that answers a question, and the first date in it, as `/calendar` shows it. */
export type TermAnswer = { text: string; shown: TermDate };

/**
 * Answers a question about the next term, or about one that it names: when it starts and ends, and when registration
 * opens and closes. Undefined if the question asks for anything else too, or if no such date is to come.
 */
export function answerTermQuestion(
  question: string,
  { terms, today }: { terms: readonly Term[]; today: Day },
): TermAnswer | undefined {
  const words = splitWords(question);
  const namesOf = ({ title, season }: Term) => splitWords(`${title} ${season}`);
  const termNames = new Set(terms.flatMap(namesOf));
  const named = words.filter((word) => termNames.has(word));
  const has = (group: Group) => words.some((word) => known[group].has(word));
  const isKnown = (word: string) =>
    isStopWord(word) || termNames.has(word) || Object.values(known).some((group) => group.has(word));
  const isAboutTerms = named.length > 0 || has('term') || has('lessons');
  if (!words.every(isKnown) || !(isAboutTerms || has('register'))) return undefined;

  const meant = terms.filter((term) => named.every((word) => namesOf(term).includes(word)));
  const dates = nextTermDates(meant, today);
  const one = (...keys: TermDate['key'][]) => {
    const shown = dates.find(({ key }) => keys.includes(key));
    return shown && { text: `${shown.what}: ${formatDay(shown.day)}`, shown };
  };
  const isPrecise = has('when') || has('term');
  if (has('register')) {
    if (has('ends')) return one('registration-closes');
    if (has('starts')) return one('registration-opens');
    return has('when') ? one('registration-closes', 'registration-opens') : undefined;
  }
  if (isPrecise && has('starts') && !has('ends')) return one('starts');
  if (isPrecise && has('ends') && !has('starts')) return one('ends');
  if (has('lessons') || !(has('when') || (has('term') && named.length > 0))) return undefined;
  const shown = dates.find(({ key }) => key === 'starts' || key === 'ends');
  const term = terms.find(({ id }) => id === shown?.term);
  if (!shown || !term) return undefined;
  const days = untilText({ first: formatDay(term.starts), last: formatDay(term.ends) });
  return { text: `${teachingText(term)}: ${days}`, shown };
}
