import { dayIn, type Day } from '#lib/content/terms.ts';
import { chatUnavailable } from './unavailable.ts';

type DailyCapOptions = {
  /** Calls of the model that the whole site may make on a day; undefined: as many as are asked for. */
  limit: number | undefined;
  /** Whose midnight it is that the count starts anew. */
  timeZone: string;
  /** Counts one more on the day, for all instances, and says how many that makes. */
  count: (day: Day) => Promise<number>;
  now: () => Date;
};

/** @returns what to call before each call of the model; it throws CHAT_UNAVAILABLE when the day's are used up */
export function createDailyCap({ limit, timeZone, count, now }: DailyCapOptions): () => Promise<void> {
  return async () => {
    if (limit === undefined) return;
    const instant = now();
    if ((await count(dayIn(timeZone, instant))) <= limit) return;
    const opensAt = nextMidnight(timeZone, instant);
    throw chatUnavailable({
      message: `The ${limit} answers that this site gives a day are used up; it answers again ${inWords(opensAt, timeZone)}.`,
      retryAfterSeconds: Math.max(1, Math.ceil((opensAt.getTime() - instant.getTime()) / 1000)),
    });
  };
}

/** The first second of the next day in the zone; days there may have 23 or 25 hours. */
export function nextMidnight(timeZone: string, instant: Date): Date {
  const today = dayIn(timeZone, instant);
  let before = Math.floor(instant.getTime() / 1000);
  let after = before + 26 * 3600;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle * 1000)) === today) before = middle;
    else after = middle;
  }
  return new Date(after * 1000);
}

function inWords(instant: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' }).format(instant);
  return `on ${day} (${timeZone} time)`;
}
