import { z } from 'zod';
import { daySchema, field, text } from './fields.ts';
import { addDays, firstWeekdayFrom, type Day, type Term } from './terms.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** A day that every year has. `month` is 1 to 12; `year` is relative to the term's year: -1, 0 or 1. */
type YearDay = { day: number; month: number; year: number };

const yearDay = /^(\d{1,2}) ([A-Z][a-z]+)(?: of the year (before|after))?$/;
const wrongYearDay = 'is not a day of every year, like 5 January, or 16 September of the year before';
const firstWeekday = /^first ([A-Z][a-z]+) from (.+)$/;
const wrongStart = 'is not a rule for a first day, like first Monday from 8 January';

const seasonSchema = z.string().regex(/^[a-z]+$/, 'is not a season in small letters, like spring');

const yearDaySchema = z.string().refine((written) => readYearDay(written) !== undefined, wrongYearDay);

const startSchema = z.string().refine((written) => readStart(written) !== undefined, wrongStart);

/** A term that takes place every year. */
const yearlyTermSchema = z.strictObject({
  season: field(seasonSchema, 'The season by which courses name the term.', 'spring'),
  title: field(text(1, 40), 'Its name; pages add the year.', 'Spring'),
  starts: field(
    startSchema,
    'Its first day, of every year: a day, or the first weekday on or after a day.',
    'first Monday from 8 January',
  ),
  weeks: field(
    z.number().int().min(1).max(52),
    'How many weeks it has. The last day is the Friday of the last week.',
    '12',
  ),
  registrationOpens: field(
    yearDaySchema,
    'The first day on which people can register.',
    '16 September of the year before',
  ),
  registrationCloses: field(yearDaySchema, 'The last day on which people can register.', '5 January'),
});

/** A term with its own dates. It replaces the yearly term with the same season in that year. */
const datedTermSchema = z
  .strictObject({
    id: field(
      z.string().regex(/^\d{4}-[a-z]+$/, 'is not a year and a season, like 2027-spring'),
      'Its year and season, by which courses and registrations name it.',
      '2027-spring',
    ),
    title: field(text(1, 40), 'Its name with the year.', 'Spring 2027'),
    starts: field(daySchema, 'Its first day.', '2027-01-11'),
    ends: field(daySchema, 'Its last day.', '2027-04-02'),
    registrationOpens: field(daySchema, 'The first day on which people can register.', '2026-09-16'),
    registrationCloses: field(daySchema, 'The last day on which people can register.', '2027-01-05'),
  })
  .superRefine((term, context) => {
    if (term.ends < term.starts) issue(context, 'ends', 'is a day before the term starts, like 2027-04-02');
    if (term.registrationCloses < term.registrationOpens) {
      issue(context, 'registrationCloses', 'is a day before registration opens, like 2027-01-05');
    }
  });

type Refinement = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void };

function issue(context: Refinement, path: string, message: string): void {
  context.addIssue({ code: 'custom', path: [path], message });
}

/** The teaching terms of an institute. */
export const termRulesSchema = z.strictObject({
  yearly: field(
    z.array(yearlyTermSchema).max(12).default([]),
    'Terms that take place every year.',
    '[{ season: spring, title: Spring, starts: first Monday from 8 January, weeks: 12, registrationOpens: 16 September of the year before, registrationCloses: 5 January }]',
  ),
  dated: field(
    z.array(datedTermSchema).max(60).default([]),
    'Terms with days of their own. They replace the yearly term of the same season and year.',
    '[{ id: 2027-spring, title: Spring 2027, starts: 2027-01-11, ends: 2027-04-02, registrationOpens: 2026-09-16, registrationCloses: 2027-01-05 }]',
  ),
});

type TermRules = z.output<typeof termRulesSchema>;

/** The dated terms, and the yearly terms from the year before `today` to two years after it, sorted by first day. */
export function listTerms({ yearly, dated }: TermRules, today: Day): Term[] {
  const thisYear = Number(today.slice(0, 4));
  const own = dated.map((term): Term => ({ ...term, season: term.id.slice(5) }));
  const replaced = new Set(own.map(({ id }) => id));
  const calculated = [-1, 0, 1, 2]
    .flatMap((offset) => yearly.map((rule) => termOf(rule, thisYear + offset)))
    .filter(({ id }) => !replaced.has(id));
  return [...own, ...calculated].toSorted((a, b) => a.starts.localeCompare(b.starts));
}

function termOf(rule: TermRules['yearly'][number], year: number): Term {
  const { season, title, weeks } = rule;
  const starts = startIn(rule.starts, year);
  return {
    id: `${year}-${season}`,
    season,
    title: `${title} ${year}`,
    starts,
    ends: lastFridayBefore(addDays(starts, weeks * 7)),
    registrationOpens: dayInYear(readYearDay(rule.registrationOpens), year),
    registrationCloses: dayInYear(readYearDay(rule.registrationCloses), year),
  };
}

function startIn(written: string, year: number): Day {
  const rule = readStart(written);
  const from = dayInYear(rule, year);
  return rule?.weekday === undefined ? from : firstWeekdayFrom(from, rule.weekday);
}

/** @throws Error for a rule that the schema refuses */
function dayInYear(rule: YearDay | undefined, year: number): Day {
  if (!rule) throw new Error('the rule of a term cannot be read');
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year + rule.year}-${two(rule.month)}-${two(rule.day)}`;
}

function lastFridayBefore(day: Day): Day {
  return firstWeekdayFrom(addDays(day, -7), 5);
}

function readStart(written: string): (YearDay & { weekday?: number }) | undefined {
  const [, name = '', from = ''] = firstWeekday.exec(written) ?? [];
  if (name === '') return readYearDay(written);
  const weekday = weekdays.findIndex((each) => each === name.toLowerCase());
  const rule = readYearDay(from);
  return rule && weekday >= 0 ? { ...rule, weekday } : undefined;
}

/** Also returns undefined for 29 February, which not every year has. */
function readYearDay(written: string): YearDay | undefined {
  const [, day = '', name = '', relation] = yearDay.exec(written) ?? [];
  const month = months.indexOf(name) + 1;
  const daysInMonth = new Date(Date.UTC(2027, month, 0)).getUTCDate();
  if (month === 0 || Number(day) < 1 || Number(day) > daysInMonth) return undefined;
  const year = relation === 'before' ? -1 : relation === 'after' ? 1 : 0;
  return { day: Number(day), month, year };
}
