import { addDays, type Day } from '#lib/content/terms.ts';
import type { InsightKind, InsightList, InsightSum, InsightWeek } from '#lib/store/insights.ts';

/** What the page about questions can be asked for. */
export type QuestionsQuery = { weeks: number; order: 'often' | 'recent' };

export type AskedText = InsightSum & {
  /** How often in each of the weeks shown, in order. */
  before: readonly InsightWeek[];
};

export type AskedView = { texts: AskedText[]; weeks: InsightWeek[]; total: number };

export const spans: readonly number[] = [4, 12, 52];
const textsShown = 30;
/** Enough to find the latest among. */
const textsRead = 500;

export function readQuestionsQuery({ searchParams }: URL): QuestionsQuery {
  const weeks = Number(searchParams.get('weeks'));
  return {
    weeks: spans.includes(weeks) ? weeks : 12,
    order: searchParams.get('order') === 'recent' ? 'recent' : 'often',
  };
}

type Options = QuestionsQuery & { insights: InsightList; today: Day };

/** The searches or questions without an answer of the last weeks, this one included. */
export async function readAsked(
  kind: InsightKind,
  { insights, today, weeks, order }: Options,
): Promise<AskedView> {
  const mondays = lastMondays(today, weeks);
  const since = mondays[0] ?? today;
  const [top, byWeek] = await Promise.all([
    insights.top({ kind, since, limit: order === 'often' ? textsShown : textsRead }),
    insights.byWeek({ kind, since }),
  ]);
  const chosen =
    order === 'often' ? top : top.toSorted((a, b) => b.lastDay.localeCompare(a.lastDay)).slice(0, textsShown);
  const texts = await Promise.all(
    chosen.map(async (sum) => ({
      ...sum,
      before: inWeeks(mondays, weekly(await insights.history(kind, sum.text))),
    })),
  );
  return {
    texts,
    weeks: inWeeks(mondays, new Map(byWeek.map(({ week, count }) => [week, count]))),
    total: byWeek.reduce((sum, { count }) => sum + count, 0),
  };
}

/** How often something had no answer in the last four weeks, this one included. */
export async function countAsked({ insights, today }: { insights: InsightList; today: Day }) {
  const [since = today] = lastMondays(today, 4);
  const sum = async (kind: InsightKind) =>
    (await insights.byWeek({ kind, since })).reduce((all, { count }) => all + count, 0);
  return { searches: await sum('search'), questions: await sum('question') };
}

function weekly(days: readonly { day: Day; count: number }[]): Map<Day, number> {
  const sums = new Map<Day, number>();
  for (const { day, count } of days) {
    const week = mondayOf(day);
    sums.set(week, (sums.get(week) ?? 0) + count);
  }
  return sums;
}

function inWeeks(mondays: readonly Day[], counts: ReadonlyMap<Day, number>): InsightWeek[] {
  return mondays.map((week) => ({ week, count: counts.get(week) ?? 0 }));
}

/** The Mondays of so many weeks up to that of the day. */
function lastMondays(day: Day, weeks: number): Day[] {
  const last = mondayOf(day);
  return Array.from({ length: weeks }, (_, index) => addDays(last, -7 * (weeks - 1 - index)));
}

function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}
