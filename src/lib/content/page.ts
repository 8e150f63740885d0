import { z } from 'zod';
import { pageFields, summarySchema, titleSchema } from './fields.ts';

/** A page of its own at the top of the site: `pages/about.mdx` is `/about`. */
export const pageSchema = z.strictObject({
  ...pageFields,
  title: titleSchema,
  summary: summarySchema,
});

export type Page = z.infer<typeof pageSchema>;

/** A line to copy for each field of its own, for messages. */
export const pageExamples: Readonly<Record<string, string>> = {
  title: 'title: How to find us',
};
