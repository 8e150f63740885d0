import { listTerms } from '#lib/content/term-rules.ts';
import { findTerm, type Day } from '#lib/content/terms.ts';
import { suggestFix } from './closest-match.ts';
import type { InstituteFacts } from './content-index.ts';
import { asDay, type Entry } from './entry.ts';
import type { FrontMatter } from './check-front-matter.ts';
import { placeOf, type Explanation, type Finding, type Severity } from './problem.ts';

type Calendar = { institute: InstituteFacts; today: Day };

/** Checks a season or the id of a term. A term that is over is a warning. */
export function checkTermName(
  name: string,
  { institute, today }: Calendar,
): (Explanation & { severity: Severity }) | undefined {
  const terms = listTerms(institute.terms, today);
  const seasons = [...new Set(terms.map(({ season }) => season))];
  const season = name.replace(/^\d{4}-/, '');
  if (!seasons.includes(season)) {
    const fix = suggestFix(season, seasons, `use one of ${seasons.join(', ')}`);
    return { message: `there is no term "${name}"`, fix, severity: 'error' };
  }
  const term = findTerm(name, terms, today);
  if (term && term.ends >= today) return undefined;
  const isPast = name < (terms[0]?.id ?? '');
  const message = term
    ? `the term ${name} ended on ${term.ends}`
    : `the term ${name} ${isPast ? 'is over' : 'is not in institute.yaml yet'}`;
  return { message, fix: `write ${season} for the next one that students can join`, severity: 'warning' };
}

/** Reports dates in the wrong order, changes in the future, and overdue reviews. */
export function findDateProblems({ collection, frontMatter }: Entry, calendar: Calendar): Finding[] {
  if (!frontMatter) return [];
  const { data } = frontMatter;
  const offerings: unknown[] =
    collection === 'courses' && Array.isArray(data['offerings']) ? data['offerings'] : [];
  const findings = offerings.flatMap((offering, index) =>
    checkOffering((offering ?? {}) as Record<string, unknown>, { index, frontMatter, ...calendar }),
  );
  const updated = realDay(data['updated']);
  if (updated !== undefined && updated > calendar.today) {
    findings.push({
      ...placeOf(frontMatter, ['updated']),
      message: `"updated" is a day in the future, ${updated}`,
      fix: `write the day of the change; today is ${calendar.today}`,
      severity: 'warning',
    });
  }
  const reviewBy = realDay(data['reviewBy']);
  if (reviewBy !== undefined && reviewBy < calendar.today) {
    const owner = typeof data['owner'] === 'string' ? ` (${data['owner']})` : '';
    findings.push({
      ...placeOf(frontMatter, ['reviewBy']),
      message: `a review was due by ${reviewBy}${owner}`,
      fix: 'check that everything is still right, then write the day of the next review in "reviewBy"',
      severity: 'warning',
    });
  }
  return findings;
}

/** Returns undefined for invalid values, which the schema check reports. */
function realDay(value: unknown): Day | undefined {
  const day = asDay(value);
  return day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
}

type OfferingContext = Calendar & { frontMatter: FrontMatter; index: number };

function checkOffering(
  offering: Record<string, unknown>,
  { index, frontMatter, institute, today }: OfferingContext,
): Finding[] {
  // The days of a season differ each year, so they are known only for the id of a term.
  const term = listTerms(institute.terms, today).find(({ id }) => id === offering['term']);
  const starts = asDay(offering['starts']) ?? term?.starts;
  const ends = asDay(offering['ends']) ?? term?.ends;
  const findings: Finding[] = [];
  if (starts !== undefined && ends !== undefined && ends < starts) {
    findings.push({
      ...placeOf(frontMatter, ['offerings', index, offering['ends'] === undefined ? 'starts' : 'ends']),
      message: `entry ${index + 1} of "offerings" ends on ${ends}, before it starts on ${starts}`,
      fix: 'change one of the two dates',
      severity: 'error',
    });
  }
  const { term: cancelledTerm } = (offering['cancelled'] ?? {}) as { term?: unknown };
  if (typeof cancelledTerm === 'string' && !isTermOf(offering['term'], cancelledTerm)) {
    findings.push({
      ...placeOf(frontMatter, ['offerings', index, 'cancelled', 'term']),
      message: `entry ${index + 1} of "offerings" is cancelled in ${cancelledTerm}, but it does not run then`,
      fix: `write a term of this entry (${String(offering['term'])}), or move "cancelled" to another entry`,
      severity: 'error',
    });
  }
  const times: unknown[] = Array.isArray(offering['times']) ? offering['times'] : [];
  for (const [at, meeting] of times.entries()) {
    const { from, to } = (meeting ?? {}) as { from?: unknown; to?: unknown };
    if (typeof from !== 'string' || typeof to !== 'string' || from < to) continue;
    findings.push({
      ...placeOf(frontMatter, ['offerings', index, 'times', at, 'to']),
      message: `a meeting from ${from} to ${to} ends before it starts`,
      fix: 'change one of the two times; for the afternoon, write 14:00',
      severity: 'error',
    });
  }
  return findings;
}

/** Whether an offering in a season or in one term runs in the term with this id. */
function isTermOf(name: unknown, id: string): boolean {
  return name === id || name === id.replace(/^\d{4}-/, '');
}
