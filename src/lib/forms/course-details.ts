import { formatDay, formatMeeting, formatMoneyRange } from '#lib/content/formats.ts';
import type { Term } from '#lib/content/terms.ts';
import { courseDetailsText as text } from '#lib/i18n/en/mails.ts';
import type { Catalogue } from './catalogue.ts';

/** When and where a course meets in a term, and what it costs; '' if it is not offered. */
export function describeCourse(code: string, term: Term, catalogue: Catalogue): string {
  const course = catalogue.course(code);
  const offerings = catalogue.offerings(code, term.id);
  if (!course || offerings.length === 0) return '';
  const groups = offerings.map(({ starts = term.starts, times, place, mode }) =>
    text.group({
      starts: formatDay(starts),
      times: times.map(formatMeeting),
      place: place ?? (mode === 'online' ? text.online : ''),
    }),
  );
  const fees = offerings.map(({ fee }) => fee ?? course.fee);
  const fee = formatMoneyRange({ least: Math.min(...fees), most: Math.max(...fees) });
  return text.course({ groups, fee });
}
