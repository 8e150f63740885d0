import { z } from 'zod';
import { entryPictureSchema } from './entry-picture.ts';
import { addressSchema, field, text } from './fields.ts';

const audienceSchema = z.strictObject({
  title: field(
    text(3, 50),
    'Whom you address, such as “You are curious about land and water”.',
    'You are curious about land and water',
  ),
  text: field(
    text(20, 200),
    'What they find here, in one or two sentences.',
    'Begin with one course at level 4. You need no qualifications.',
  ),
  link: field(
    z.strictObject({
      title: field(text(3, 50), 'The words of the link.', 'How to apply'),
      path: field(addressSchema, 'The page that the link opens, such as /admissions.', '/admissions'),
    }),
    'Where they should go next.',
    '{ title: How to apply, path: /admissions }',
  ),
});

/** Texts of the home page: `settings/home.yaml`. */
export const homeSchema = z.strictObject({
  picture: field(
    entryPictureSchema.optional(),
    'A picture beside the title. It is not shown on phones.',
    '{ file: ./home.jpg, alt: "The hills behind the town", focus: "60% 45%" }',
  ),
  audiences: field(
    z.array(audienceSchema).max(4).default([]),
    'Who the institute is for: up to four groups of readers.',
    '[{ title: You are curious, text: Begin with one course at level 4., link: { title: How to apply, path: /admissions } }]',
  ),
  voice: field(
    z
      .strictObject({
        quote: field(
          text(20, 320),
          'What they say.',
          'I kept my own books for a year, and understood my business.',
        ),
        name: field(text(2, 80), 'Who says it.', 'Kim Reed'),
        role: field(text(3, 100), 'Who they are.', 'carpenter, Certificate in Bookkeeping'),
        path: field(
          addressSchema.optional(),
          'The page that the quote is about, such as /admissions.',
          '/programs/certificate-bookkeeping',
        ),
      })
      .optional(),
    'A quote about the institute.',
    '{ quote: I kept my own books and understood my business., name: Kim Reed, role: carpenter }',
  ),
});

export type Home = z.output<typeof homeSchema>;
