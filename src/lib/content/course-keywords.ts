import { meetingWords, priceWords } from '#lib/i18n/en/search.ts';
import type { Term } from './terms.ts';

type KeywordsCourse = { code: string };
type KeywordsOffering = { term: Pick<Term, 'title'>; times: readonly { day: string; from: string }[] };

/** Search keywords that the text of a course may lack: its code, and the terms, days and times of day when it meets. */
export function courseKeywords({ code }: KeywordsCourse, schedule: readonly KeywordsOffering[]): string {
  const words = schedule.flatMap(({ term, times }) => [
    term.title,
    ...times.flatMap(({ day, from }) => [
      day,
      meetingWords[partOfDay(from)],
      ...(/^s(atur|un)day$/.test(day) ? [meetingWords.weekend] : []),
    ]),
  ]);
  return [...new Set([code, ...words, priceWords])].join(' ');
}

/** @param from time on the 24-hour clock: `18:30` */
function partOfDay(from: string): 'morning' | 'afternoon' | 'evening' {
  if (from < '12:00') return 'morning';
  return from < '17:00' ? 'afternoon' : 'evening';
}
