import { findTerm, type Day } from '#lib/content/terms.ts';
import type { InstituteFacts } from './content-index.ts';
import { asDay, type Entry } from './entry.ts';
import type { Finding } from './problem.ts';
import type { FrontMatter } from './front-matter.ts';
import { suggestFix } from './closest-match.ts';

type Time = { institute: InstituteFacts; today: Day };

/** What is wrong with a season or the id of a term; undefined when it can still be joined or is running. */
export function checkTermName(
  name: string,
  { institute, today }: Time,
): Pick<Finding, 'message' | 'fix' | 'severity'> | undefined {
  const terms = institute.terms(today);
  const seasons = [...new Set(terms.map(({ season }) => season))];
  const season = name.replace(/^\d{4}-/, '');
  if (!seasons.includes(season)) {
    const example = `use one of ${seasons.join(', ')}`;
    return {
      message: `there is no term "${name}"`,
      fix: suggestFix(season, seasons, example),
      severity: 'error',
    };
  }
  const fix = `write ${season} for the next one that can be joined`;
  const term = findTerm(name, terms, today);
  if (!term) {
    const ids = terms.map(({ id }) => id);
    const isPast = name < (ids[0] ?? '');
    const message = `the term ${name} ${isPast ? 'is over' : 'is none that src/site.ts knows yet'}`;
    return { message, fix, severity: 'warning' };
  }
  if (term.ends >= today) return undefined;
  return { message: `the term ${name} was over on ${term.ends}`, fix, severity: 'warning' };
}

/** Days and times that cannot be: an end before its start, a change in the future. And reviews that are due. */
export function findDateProblems({ collection, frontMatter }: Entry, time: Time): Finding[] {
  if (!frontMatter) return [];
  const { data } = frontMatter;
  const updated = asDay(data['updated']);
  const findings: Finding[] = [];
  if (updated !== undefined && /^\d{4}-\d\d-\d\d$/.test(updated) && updated > time.today) {
    findings.push({
      line: frontMatter.lineOf(['updated']),
      message: `"updated" says ${updated}, a day to come`,
      fix: `write the day of the change, such as ${time.today}`,
      severity: 'warning',
    });
  }
  const reviewBy = asDay(data['reviewBy']);
  if (reviewBy !== undefined && /^\d{4}-\d\d-\d\d$/.test(reviewBy) && reviewBy < time.today) {
    const owner = typeof data['owner'] === 'string' ? ` (${data['owner']})` : '';
    findings.push({
      line: frontMatter.lineOf(['reviewBy']),
      message: `a review was due by ${reviewBy}${owner}`,
      fix: 'see whether all of it still holds, then write the next day for "reviewBy"',
      severity: 'warning',
    });
  }
  if (collection !== 'courses' || !Array.isArray(data['offerings'])) return findings;
  const offerings: unknown[] = data['offerings'];
  return [...findings, ...offerings.flatMap((_, index) => checkOffering(frontMatter, index, time))];
}

function checkOffering(frontMatter: FrontMatter, index: number, { institute, today }: Time): Finding[] {
  const offering = (frontMatter.data['offerings'] as Record<string, unknown>[])[index] ?? {};
  const name = offering['term'];
  // A season means another year each year, so only a term's id says which days go with the offering's.
  const term = institute.terms(today).find(({ id }) => id === name);
  const starts = asDay(offering['starts']) ?? term?.starts;
  const ends = asDay(offering['ends']) ?? term?.ends;
  const line = frontMatter.lineOf(['offerings', index, offering['ends'] === undefined ? 'starts' : 'ends']);
  const findings: Finding[] = [];
  if (starts !== undefined && ends !== undefined && ends < starts) {
    findings.push({
      line,
      message: `entry ${index + 1} of "offerings" ends on ${ends}, before it starts on ${starts}`,
      fix: 'change one of the two days',
      severity: 'error',
    });
  }
  if (!Array.isArray(offering['times'])) return findings;
  return [
    ...findings,
    ...offering['times'].flatMap((time, at) => checkMeeting(frontMatter, [index, at], time)),
  ];
}

function checkMeeting(frontMatter: FrontMatter, [index, at]: [number, number], meeting: unknown): Finding[] {
  const { from, to } = (meeting ?? {}) as { from?: unknown; to?: unknown };
  if (typeof from !== 'string' || typeof to !== 'string' || from < to) return [];
  return [
    {
      line: frontMatter.lineOf(['offerings', index, 'times', at, 'to']),
      message: `a meeting from ${from} to ${to} ends before it starts`,
      fix: 'change one of the two times; write the afternoon as 14:00',
      severity: 'error',
    },
  ];
}
