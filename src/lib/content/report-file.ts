import { z } from 'zod';
import { collectionNames } from './collections.ts';

/** Where a build leaves its report, in its folder and outside of what is public. */
export const contentReportFile = 'content-report.json';

/** How the content stood when the site was built. */
export const contentReportSchema = z.strictObject({
  /** The day of the build, at the institute. */
  day: z.string(),
  pages: z.array(
    z.strictObject({
      title: z.string(),
      /** Where it is, or will be, on the site. */
      address: z.string(),
      /** Relative to the folder of the build. */
      file: z.string(),
      collection: z.enum(collectionNames),
      /** The day that its author gave as that of the last change; for news without one, its own day. */
      updated: z.string().nullable(),
      /** The day by which somebody should look at it again. */
      reviewBy: z.string().nullable(),
      /** Who looks after it: a person's file name or an email address. */
      owner: z.string().nullable(),
      /** A draft or news of a day to come: not on the site yet. */
      isHidden: z.boolean(),
    }),
  ),
  problems: z.array(
    z.strictObject({
      file: z.string(),
      line: z.number(),
      message: z.string(),
      fix: z.string(),
      severity: z.enum(['fatal', 'error', 'warning']),
    }),
  ),
});

export type ContentReport = z.infer<typeof contentReportSchema>;
export type ReportedPage = ContentReport['pages'][number];
