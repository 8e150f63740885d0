import { z } from 'zod';
import { commonFields } from './fields.ts';

/** Someone of the institute: `people/*.mdx`. The text below the front matter is a short biography. */
export const personSchema = z.strictObject({
  ...commonFields,
  /** Name as the person writes it, without titles. */
  name: z.string().trim().min(2).max(80),
  /** `Senior Lecturer in Soil Science` */
  role: z.string().trim().min(3).max(100),
  /** One sentence for lists. */
  summary: z.string().trim().min(20).max(160),
  /** Keys of `subjects` in `site.ts`. */
  subjects: z.array(z.string().min(1)).max(5).default([]),
  email: z.email().optional(),
  telephone: z.string().trim().min(5).max(30).optional(),
  /** Place in the list: smaller first, people without a number last, by name. */
  order: z.number().optional(),
});

export type Person = z.infer<typeof personSchema>;
