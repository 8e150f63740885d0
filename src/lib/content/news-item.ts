import { z } from 'zod';
import { daySchema, pageFields, personIdSchema, summarySchema, titleSchema } from './fields.ts';

/** A news item: `news/*.mdx`. */
export const newsItemSchema = z.strictObject({
  ...pageFields,
  title: titleSchema,
  summary: summarySchema,
  date: daySchema.describe('Day of publication; before it the item shows in npm run dev only.'),
  author: personIdSchema.optional().describe('Who wrote it.'),
});

/** A line to copy for each field of its own, for messages. */
export const newsItemExamples: Readonly<Record<string, string>> = {
  title: 'title: New soil laboratory opens',
};
