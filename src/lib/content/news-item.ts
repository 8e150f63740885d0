import { z } from 'zod';
import { daySchema, pageFields, personIdSchema, summarySchema, titleSchema } from './fields.ts';

/** A news item: `news/*.mdx`. */
export const newsItemSchema = z.strictObject({
  ...pageFields,
  title: titleSchema,
  summary: summarySchema,
  /** Day of publication; before it the item shows in `npm run dev` only. */
  date: daySchema,
  /** Who wrote it. */
  author: personIdSchema.optional(),
});

export type NewsItem = z.infer<typeof newsItemSchema>;
