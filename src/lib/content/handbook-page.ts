import { z } from 'zod';
import { pageFields } from './fields.ts';

/** A page of the handbook: `handbook/**`. Folders nest; a folder's own page is its `index` file. */
export const handbookPageSchema = z.strictObject({
  ...pageFields,
  title: z.string().trim().min(1).max(200),
  /** One sentence for lists and search results. Left out: the page's first sentence. */
  summary: z.string().trim().min(1).max(200).optional(),
  /** Place among its neighbours: smaller first, pages without a number last, by title. */
  order: z.number().optional(),
});

export type HandbookPage = z.infer<typeof handbookPageSchema>;
