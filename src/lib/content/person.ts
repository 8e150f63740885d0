import { z } from 'zod';
import { pictureField } from './entry-picture.ts';
import { commonFields, field, orderField, text } from './fields.ts';

/** A member of the institute: `people/*.mdx`. The text below the front matter is a short biography. */
export const personSchema = z.strictObject({
  ...commonFields,
  name: field(text(2, 80), 'Name as the person writes it, without titles.', 'Ada Wren'),
  role: field(text(3, 100), 'What the person does.', 'Senior Lecturer in Bookkeeping'),
  summary: field(
    text(20, 160),
    'One sentence for lists.',
    'Has kept the books of small firms for twenty years.',
  ),
  subjects: field(
    z.array(z.string().min(1)).max(5).default([]),
    'The subjects that the person teaches.',
    '[business]',
  ),
  email: field(z.email().optional(), 'Email address, shown with the person.', 'ada.wren@example.org'),
  telephone: field(
    text(5, 30).optional(),
    'Telephone number with the country code, such as +44 1632 960 410.',
    '"+44 1632 960 410"',
  ),
  picture: pictureField,
  order: orderField,
});
