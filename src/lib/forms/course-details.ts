import { formatDay, formatMeeting, formatMoneyRange } from '#lib/content/formats.ts';
import type { Term } from '#lib/content/terms.ts';
import { courseDetailsText as text } from '#lib/i18n/en/mails.ts';
import { listOr } from '#lib/i18n/format.ts';
import type { Fact } from '#lib/mail/letter.ts';
import type { CourseFacts } from '#lib/mail/registration-facts.ts';
import type { Catalogue } from './catalogue.ts';
import { readChosenCourses, type ChosenCourse } from './course-groups.ts';

/**
 * What the emails about a registration say about a course; only its code if the catalogue no longer has it.
 * @param asked the groups that the student asked for, such as `PEAT501-2`
 */
export function courseFacts(
  code: string,
  term: Term,
  { catalogue, asked = [] }: { catalogue: Catalogue; asked?: readonly string[] },
): CourseFacts {
  const { title = '', prerequisites = [] } = catalogue.course(code) ?? {};
  const numbers = readChosenCourses(asked).flatMap((each) => (each.code === code ? each.groups : []));
  const askedFor = { label: text.labels.askedFor, text: listOr(numbers.map(text.groupLabel)) };
  const details = [...describeCourse(code, term, catalogue), ...(numbers.length > 0 ? [askedFor] : [])];
  return { code, title, prerequisites, details };
}

/** When and where a course meets in a term, and what it costs; empty if it is not offered. */
function describeCourse(code: string, term: Term, catalogue: Catalogue): Fact[] {
  const course = catalogue.course(code);
  const offerings = catalogue.offerings(code, term.id);
  if (!course || offerings.length === 0) return [];
  const groups = listGroups(code, term, catalogue);
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

/** When and where each group of a course meets in a term, in the order of their numbers. */
function listGroups(code: string, term: Term, catalogue: Catalogue) {
  return catalogue.offerings(code, term.id).map(({ starts = term.starts, times, place, mode }) => ({
    starts: formatDay(starts),
    times: times.map(formatMeeting),
    place: place ?? (mode === 'online' ? text.online : ''),
  }));
}

/**
 * Describes the groups that were asked for, for whoever reads the registration after the courses have changed:
 * `PEAT501-2: Tuesdays 18:00 to 20:00, from 11 January 2027. Mill Library`.
 */
export function describeAskedGroups(
  chosen: readonly ChosenCourse[],
  term: Term,
  catalogue: Catalogue,
): string[] {
  return chosen.flatMap(({ code, groups }) => {
    const known = listGroups(code, term, catalogue);
    return groups.map((number) => {
      const group = known[number - 1];
      return `${code}-${number}${group ? `: ${text.group(group)}` : ''}`;
    });
  });
}
