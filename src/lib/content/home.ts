import { z } from 'zod';

/** Of this site: `/admissions`. */
const pathSchema = z.string().regex(/^\/[^\s]*$/, 'is not an address of this site, like /admissions');

/** What the home page says that no other page does; `site.ts` has it. */
export const homeSchema = z.strictObject({
  /** Whom the institute is for, in the reader's own situation, and where each goes on. */
  audiences: z
    .array(
      z.strictObject({
        title: z.string().trim().min(3).max(50),
        text: z.string().trim().min(20).max(200),
        link: z.strictObject({ title: z.string().trim().min(3).max(50), path: pathSchema }),
      }),
    )
    .max(4),
  /** What somebody says of the institute, in their own words. */
  voice: z
    .strictObject({
      quote: z.string().trim().min(20).max(320),
      name: z.string().trim().min(2).max(80),
      /** `Student of the Diploma in Catchment Restoration` */
      role: z.string().trim().min(3).max(100),
      /** The page of what they speak of. */
      path: pathSchema.optional(),
    })
    .optional(),
});

export type Home = z.input<typeof homeSchema>;
