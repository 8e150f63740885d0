import { z } from 'zod';
import { pictureField } from './entry-picture.ts';
import {
  daySchema,
  field,
  orderField,
  pageFields,
  personIdSchema,
  summaryField,
  text,
  titleField,
} from './fields.ts';

/** A page at the top of the site: `pages/about.mdx` is `/about`. */
export const pageSchema = z.strictObject({ ...pageFields, title: titleField, summary: summaryField });

/** A news item: `news/*.mdx`. */
export const newsItemSchema = z.strictObject({
  ...pageFields,
  title: titleField,
  summary: summaryField,
  picture: pictureField,
  date: field(daySchema, 'Day of publication. Readers see it from then on.', '2027-01-11'),
  author: field(personIdSchema.optional(), 'Who wrote it.', 'ada-wren'),
});

/** A page of the handbook: `handbook/**`. Folders nest; `index` is the page of its folder. */
export const handbookPageSchema = z.strictObject({
  ...pageFields,
  title: field(text(1, 200), 'Heading of the page, and its title in search results.', 'Sick leave'),
  summary: field(
    text(1, 200).optional(),
    'One sentence for lists and search results. If you leave it empty, they show the first sentence of the page.',
    'What to do when you are ill.',
  ),
  order: orderField,
});
