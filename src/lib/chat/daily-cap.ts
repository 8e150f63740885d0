import { chatErrors } from '#lib/i18n/en/chat.ts';
import { dayIn, type Day } from '#lib/content/terms.ts';
import { chatUnavailable } from './chat-unavailable.ts';

type DailyCapOptions = {
  /** Model calls per day for the whole site; undefined: unlimited. */
  limit: number | undefined;
  /** The count restarts at midnight in this time zone. */
  timeZone: string;
  /** Adds one to the day's count, shared by all instances, and returns the new count. */
  count: (day: Day) => Promise<number>;
  now: () => Date;
};

/** Returns a function to call before each model call; it throws CHAT_UNAVAILABLE over the limit. */
export function createDailyCap({ limit, timeZone, count, now }: DailyCapOptions): () => Promise<void> {
  return async () => {
    if (limit === undefined) return;
    const time = now();
    if ((await count(dayIn(timeZone, time))) <= limit) return;
    const resetsAt = nextMidnight(timeZone, time);
    throw chatUnavailable({
      message: chatErrors.dailyLimit({ limit, resetsAt, timeZone }),
      retryAfterSeconds: Math.max(1, Math.ceil((resetsAt.getTime() - time.getTime()) / 1000)),
    });
  };
}

/** Returns the start of the next day in the time zone, by binary search, because days can have 23 or 25 hours. */
export function nextMidnight(timeZone: string, time: Date): Date {
  const today = dayIn(timeZone, time);
  let before = Math.floor(time.getTime() / 1000);
  let after = before + 26 * 3600;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle * 1000)) === today) before = middle;
    else after = middle;
  }
  return new Date(after * 1000);
}
