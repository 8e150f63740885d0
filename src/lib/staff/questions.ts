import { addDays, type Day } from '#lib/content/terms.ts';
import type { InsightDay, InsightKind, InsightList, InsightSum } from '#lib/store/staff/insight-counts.ts';

type QuestionsQuery = { weeks: number; order: 'often' | 'recent' };

/** `week` is the Monday of the week. */
export type WeekCount = { week: Day; count: number };

type UnansweredText = InsightSum & {
  /** The counts of each week shown, in order. */
  history: readonly WeekCount[];
};

export type UnansweredView = { texts: UnansweredText[]; weeks: WeekCount[]; total: number };

/** In weeks. */
export const periods: readonly number[] = [4, 12, 52];

export const sortOrders: readonly { order: QuestionsQuery['order']; label: string }[] = [
  { order: 'often', label: 'Most frequent' },
  { order: 'recent', label: 'Latest' },
];

const maxTexts = 30;
/** The latest texts are chosen from this many of the most frequent ones. */
const maxTextsRead = 500;

export function readQuestionsQuery({ searchParams }: URL): QuestionsQuery {
  const weeks = Number(searchParams.get('weeks'));
  return {
    weeks: periods.includes(weeks) ? weeks : 12,
    order: searchParams.get('order') === 'recent' ? 'recent' : 'often',
  };
}

type Options = QuestionsQuery & { insights: InsightList; today: Day };

/** Reads the unanswered searches or questions of the last weeks, this week included. */
export async function readUnanswered(
  kind: InsightKind,
  { insights, today, weeks, order }: Options,
): Promise<UnansweredView> {
  const mondays = lastMondays(today, weeks);
  const since = mondays[0] ?? today;
  const [frequent, days] = await Promise.all([
    insights.top({ kind, since, limit: order === 'often' ? maxTexts : maxTextsRead }),
    insights.byDay({ kind, since }),
  ]);
  const chosen =
    order === 'often'
      ? frequent
      : frequent.toSorted((a, b) => b.lastDay.localeCompare(a.lastDay)).slice(0, maxTexts);
  const texts = await Promise.all(
    chosen.map(async (sum) => ({
      ...sum,
      history: byWeek(mondays, await insights.history(kind, sum.text)),
    })),
  );
  return { texts, weeks: byWeek(mondays, days), total: sumOf(days) };
}

/** Counts the unanswered searches and questions of the last four weeks, this week included. */
export async function countUnanswered({ insights, today }: { insights: InsightList; today: Day }) {
  const [since = today] = lastMondays(today, 4);
  const count = async (kind: InsightKind) => sumOf(await insights.byDay({ kind, since }));
  return { searches: await count('search'), questions: await count('question') };
}

function sumOf(days: readonly InsightDay[]): number {
  return days.reduce((sum, { count }) => sum + count, 0);
}

function byWeek(mondays: readonly Day[], days: readonly InsightDay[]): WeekCount[] {
  const weeks = Map.groupBy(days, ({ day }) => mondayOf(day));
  return mondays.map((week) => ({ week, count: sumOf(weeks.get(week) ?? []) }));
}

/** The Mondays of the last weeks, up to the week of the day. */
function lastMondays(day: Day, weeks: number): Day[] {
  const last = mondayOf(day);
  return Array.from({ length: weeks }, (_, index) => addDays(last, -7 * (weeks - 1 - index)));
}

function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}
