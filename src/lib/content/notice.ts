import { z } from 'zod';
import { daySchema } from './fields.ts';
import type { Day } from './terms.ts';

/** An urgent notice at the top of every page: closed for snow, registration extended. */
const noticeSchema = z.strictObject({
  /** One or two short sentences. */
  text: z.string().trim().min(10).max(240),
  /** A page of this site or another. */
  link: z
    .strictObject({ title: z.string().trim().min(3).max(60), path: z.string().regex(/^(\/|https:\/\/)/) })
    .optional(),
  /** The last day on which it is shown. */
  until: daySchema,
});

export type Notice = z.input<typeof noticeSchema>;

/**
 * The notice, until its last day.
 * @throws Error if the notice in `site.ts` is invalid
 */
export function currentNotice(notice: Notice | undefined, today: Day) {
  if (notice === undefined) return undefined;
  const result = noticeSchema.safeParse(notice);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Error(`src/site.ts: notice.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is invalid'}`);
  }
  return result.data.until >= today ? result.data : undefined;
}
