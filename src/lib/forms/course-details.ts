import { formatDay, formatMeeting, formatMoneyRange } from '#lib/content/formats.ts';
import type { Term } from '#lib/content/terms.ts';
import { courseDetailsText as text } from '#lib/i18n/en/mails.ts';
import type { Fact } from '#lib/mail/letter.ts';
import type { CourseFacts } from '#lib/mail/registration-facts.ts';
import type { Catalogue } from './catalogue.ts';

/** What the emails about a registration say about a course; only its code if the catalogue no longer has it. */
export function courseFacts(code: string, term: Term, catalogue: Catalogue): CourseFacts {
  const { title = '', prerequisites = [] } = catalogue.course(code) ?? {};
  return { code, title, prerequisites, details: describeCourse(code, term, catalogue) };
}

/** When and where a course meets in a term, and what it costs; empty if it is not offered. */
function describeCourse(code: string, term: Term, catalogue: Catalogue): Fact[] {
  const course = catalogue.course(code);
  const offerings = catalogue.offerings(code, term.id);
  if (!course || offerings.length === 0) return [];
  const groups = offerings.map(({ starts = term.starts, times, place, mode }) => ({
    starts: formatDay(starts),
    times: times.map(formatMeeting),
    place: place ?? (mode === 'online' ? text.online : ''),
  }));
  const [only, ...others] = groups;
  const fees = offerings.map(({ fee }) => fee ?? course.fee);
  const { labels } = text;
  return [
    ...(only && others.length === 0
      ? [
          { label: labels.times, text: text.times(only.times) },
          { label: labels.starts, text: only.starts },
          { label: labels.place, text: only.place },
        ]
      : groups.map((group, index) => ({ label: text.groupLabel(index + 1), text: text.group(group) }))),
    {
      label: labels.fee,
      text: formatMoneyRange({ least: Math.min(...fees), most: Math.max(...fees) }),
    },
  ].filter((fact) => fact.text !== '');
}
