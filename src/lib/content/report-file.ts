import { z } from 'zod';
import { collectionNames } from './collections.ts';

/** The content at the time of a publication, for the staff pages. */
export const contentReportSchema = z.strictObject({
  /** Day of the publication in the institute's time zone. */
  day: z.string(),
  pages: z.array(
    z.strictObject({
      title: z.string(),
      address: z.string(),
      /** Relative to the working directory of the build. */
      file: z.string(),
      collection: z.enum(collectionNames),
      /** `updated` of the front matter or, in news, the date. */
      updated: z.string().nullable(),
      reviewBy: z.string().nullable(),
      owner: z.string().nullable(),
      /** Why readers did not see it at the time of the publication. */
      hidden: z.enum(['draft', 'scheduled', 'expired']).nullable(),
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
