import { z } from 'zod';
import { pageFields } from './fields.ts';

/** A page of the handbook: `handbook/**`. Folders nest; a folder's own page is its `index` file. */
export const handbookPageSchema = z.strictObject({
  ...pageFields,
  title: z.string().trim().min(1).max(200).describe('Heading of the page, and its title in search results.'),
  summary: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('One sentence for lists and search results. Left out: the page’s first sentence.'),
  order: z
    .number()
    .optional()
    .describe('Place among its neighbours: smaller first, pages without a number last, by title.'),
});

/** A line to copy for each field of its own, for messages. */
export const handbookPageExamples: Readonly<Record<string, string>> = {
  title: 'title: Sick leave',
  summary: 'summary: What to do when you are ill.',
};
