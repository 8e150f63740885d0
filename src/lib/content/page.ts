import { z } from 'zod';
import { pageFields, summarySchema, titleSchema } from './fields.ts';

/** A page of its own at the top of the site: `pages/about.mdx` is `/about`. */
export const pageSchema = z.strictObject({
  ...pageFields,
  title: titleSchema,
  summary: summarySchema,
});

export type Page = z.infer<typeof pageSchema>;
