import { z } from 'zod';
import { commonFields } from './fields.ts';

/** Someone of the institute: `people/*.mdx`. The text below the front matter is a short biography. */
export const personSchema = z.strictObject({
  ...commonFields,
  name: z.string().trim().min(2).max(80).describe('Name as the person writes it, without titles.'),
  role: z.string().trim().min(3).max(100).describe('What the person does: Senior Lecturer in Soil Science.'),
  summary: z.string().trim().min(20).max(160).describe('One sentence for lists.'),
  subjects: z.array(z.string().min(1)).max(5).default([]).describe('Keys of subjects in site.ts.'),
  email: z.email().optional().describe('Email address, shown with the person.'),
  telephone: z
    .string()
    .trim()
    .min(5)
    .max(30)
    .optional()
    .describe('Telephone number with the country code: "+44 1632 960 410".'),
  order: z
    .number()
    .optional()
    .describe('Place in the list: smaller first, people without a number last, by name.'),
});

export type Person = z.infer<typeof personSchema>;
