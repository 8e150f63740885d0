import { formatDay } from '#lib/content/formats.ts';
import { nextTermDates, type TermDate } from '#lib/content/next-dates.ts';
import { isRegistrationOpen, type Day, type Term } from '#lib/content/terms.ts';
import { teachingText, termQuestionWords as known, untilText } from '#lib/i18n/en/fact-questions.ts';
import { splitWords } from '#lib/i18n/split-words.ts';

type Group = keyof typeof known;

/** A text that answers a question, and the first date in it, as `/calendar` shows it. */
type TermAnswer = { text: string; shown: TermDate };

/**
 * Answers a question about the next term, or about one that it names: when it starts and ends, and until when or from
 * when one can register. Undefined if the question asks for anything else too, or if no such date is to come.
 */
export function answerTermQuestion(
  question: string,
  { terms, today }: { terms: readonly Term[]; today: Day },
): TermAnswer | undefined {
  const words = splitWords(question);
  const namesOf = ({ title, season }: Term) => splitWords(`${title} ${season}`);
  const termNames = new Set(terms.flatMap(namesOf));
  const has = (group: Group) => words.some((word) => known[group].has(word));
  const isKnown = (word: string) =>
    termNames.has(word) || Object.values(known).some((group) => group.has(word));
  if (!words.every(isKnown)) return undefined;

  const named = words.filter((word) => termNames.has(word));
  const meant = terms
    .filter((term) => named.every((word) => namesOf(term).includes(word)))
    .filter(({ starts }) => !has('next') || starts > today);
  const dates = nextTermDates(meant, today);
  const one = (isWanted: (date: TermDate) => boolean) => {
    const shown = dates.find(isWanted);
    return shown && { text: `${shown.what}: ${formatDay(shown.day)}`, shown };
  };
  const asksDay = has('when') || (has('day') && (has('starts') || has('ends')));
  if (has('register')) {
    const term = meant
      .filter(({ registrationCloses }) => registrationCloses >= today)
      .toSorted((a, b) => a.registrationCloses.localeCompare(b.registrationCloses))[0];
    if (!asksDay || !term) return undefined;
    const closes = isRegistrationOpen(term, today) || has('closes') || has('ends');
    const wanted = closes ? 'registration-closes' : 'registration-opens';
    return one(({ key, term: id }) => key === wanted && id === term.id);
  }
  if (has('opens') || has('closes')) return undefined;
  const isAboutTerms = named.length > 0 || has('term') || has('lessons');
  if (!isAboutTerms || !(asksDay || has('term'))) return undefined;
  if (has('starts') !== has('ends')) {
    const wanted = has('starts') ? 'starts' : 'ends';
    return one(({ key }) => key === wanted);
  }
  if (has('lessons') || !(asksDay || named.length > 0)) return undefined;
  const shown = dates.find(({ key }) => key === 'starts' || key === 'ends');
  const term = terms.find(({ id }) => id === shown?.term);
  if (!shown || !term) return undefined;
  const days = untilText({ first: formatDay(term.starts), last: formatDay(term.ends) });
  return { text: `${teachingText(term)}: ${days}`, shown };
}
