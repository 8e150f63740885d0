import { z } from 'zod';
import { pictureField } from './entry-picture.ts';
import {
  codeSchema,
  field,
  levelSchema,
  pageFields,
  personIdSchema,
  summaryField,
  text,
  titleField,
} from './fields.ts';

const stageSchema = z.strictObject({
  title: field(text(3, 60), 'What the stage is called, such as First autumn.', 'First autumn'),
  courses: field(z.array(codeSchema).min(1).max(20), 'The courses of this stage.', '[BOOK101, LAWS110]'),
  choose: field(
    z.number().int().positive().optional(),
    'How many of these courses students take. Leave it empty if they take all of them.',
    '2',
  ),
  terms: field(
    z
      .array(z.string().regex(/^[a-z]+$/, 'is not a season, like autumn'))
      .min(1)
      .max(6)
      .optional(),
    'The season in which it takes place, such as autumn. With several, students study in one of them. The programme begins in those of its first stage.',
    '[autumn]',
  ),
  year: field(
    z.number().int().min(1).max(8).default(1),
    'The year of study in which it takes place: 1 is the first year.',
    '2',
  ),
});

/** A program of study that leads to an award: `programs/*.mdx`. */
export const programSchema = z.strictObject({
  ...pageFields,
  title: titleField,
  summary: summaryField,
  picture: pictureField,
  award: field(
    z.enum(['certificate', 'diploma', 'masters']),
    'What students receive at the end.',
    'certificate',
  ),
  level: field(levelSchema, 'Level of the award, such as 4 for a certificate.', '4'),
  credits: field(z.number().int().positive().max(480), 'UK credits of the whole programme.', '60'),
  length: field(
    text(5, 60),
    'How long it takes, in words, such as One year part time.',
    'One year part time',
  ),
  stages: field(
    z.array(stageSchema).min(1).max(12),
    'The parts of the programme, in the order in which students take them.',
    '[{ title: First autumn, courses: [BOOK101] }]',
  ),
  entryRequirements: field(
    z.array(text(10, 240)).min(1).max(8),
    'What applicants need: one requirement in each entry.',
    '["Two A levels, or work in a related field"]',
  ),
  lead: field(personIdSchema, 'Who leads the programme.', 'ada-wren'),
});
