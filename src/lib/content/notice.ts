import { z } from 'zod';
import { momentSchema } from './fields.ts';
import { isoDay, momentOf } from './local-time.ts';
import { addDays, type Clock } from './terms.ts';

/** An urgent notice at the top of every page: closed for snow, registration extended. */
export const noticeSchema = z.strictObject({
  /** One or two short sentences. */
  text: z.string().trim().min(10).max(240),
  /** A page of this site or another. */
  link: z
    .strictObject({ title: z.string().trim().min(3).max(60), path: z.string().regex(/^(\/|https:\/\/)/) })
    .optional(),
  /** The first day, or the day and local time, on which it is shown. If left out, it is shown at once. */
  from: momentSchema.optional(),
  /** The last day on which it is shown, or the day and local time at which it disappears. */
  until: momentSchema,
});

export type Notice = z.input<typeof noticeSchema>;

/**
 * The notice, if it is shown at a moment.
 * @throws Error if the notice in `site.ts` is invalid
 */
export function currentNotice(notice: Notice | undefined, { now, timeZone }: Clock) {
  if (notice === undefined) return undefined;
  const result = noticeSchema.safeParse(notice);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Error(`src/site.ts: notice.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is invalid'}`);
  }
  const start = momentOf(notice.from, timeZone);
  const end = endOfNotice(notice, timeZone);
  const isCurrent = (start === undefined || start <= now) && end !== undefined && now < end;
  return isCurrent ? result.data : undefined;
}

/** The moment at which the notice disappears: after its last day. Undefined if `until` is invalid. */
export function endOfNotice({ until }: Notice, timeZone: string): Date | undefined {
  const day = until instanceof Date ? isoDay(until) : until;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && momentOf(day, timeZone) !== undefined;
  return momentOf(isDay ? addDays(day, 1) : day, timeZone);
}
