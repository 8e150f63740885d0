import { z } from 'zod';

const pathSchema = z.string().regex(/^\/[^\s]*$/, 'is not an address of this site, like /admissions');

/** Texts of the home page, in `site.ts`. */
export const homeSchema = z.strictObject({
  /** Who the institute is for, and where they should go next. */
  audiences: z
    .array(
      z.strictObject({
        title: z.string().trim().min(3).max(50),
        text: z.string().trim().min(20).max(200),
        link: z.strictObject({ title: z.string().trim().min(3).max(50), path: pathSchema }),
      }),
    )
    .max(4),
  /** A quote about the institute. */
  voice: z
    .strictObject({
      quote: z.string().trim().min(20).max(320),
      name: z.string().trim().min(2).max(80),
      /** `Student of the Diploma in Catchment Restoration` */
      role: z.string().trim().min(3).max(100),
      /** The page that the quote is about. */
      path: pathSchema.optional(),
    })
    .optional(),
});

export type Home = z.input<typeof homeSchema>;
