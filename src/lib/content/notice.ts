import { z } from 'zod';
import { daySchema } from './fields.ts';
import type { Day } from './terms.ts';

/** Something urgent that stands at the top of every page: closed for snow, registration extended. */
const noticeSchema = z.strictObject({
  /** One or two short sentences. */
  text: z.string().trim().min(10).max(240),
  /** Where there is more, on this site or another. */
  link: z
    .strictObject({ title: z.string().trim().min(3).max(60), path: z.string().regex(/^(\/|https:\/\/)/) })
    .optional(),
  /** The last day on which it shows. */
  until: daySchema,
});

export type Notice = z.input<typeof noticeSchema>;

/**
 * The notice, as long as its last day is not past.
 * @throws Error that names what is wrong in `site.ts`
 */
export function currentNotice(notice: Notice | undefined, today: Day) {
  if (notice === undefined) return undefined;
  const result = noticeSchema.safeParse(notice);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Error(`src/site.ts: notice.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is wrong'}`);
  }
  return result.data.until >= today ? result.data : undefined;
}
