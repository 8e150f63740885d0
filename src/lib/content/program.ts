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
  title: field(text(3, 60), 'Name of the stage.', 'First autumn'),
  courses: field(z.array(codeSchema).min(1).max(20), 'Codes of its courses.', '[SOIL101, HYDR110]'),
  choose: field(
    z.number().int().positive().optional(),
    'How many of the courses students take. If left out, all of them.',
    '2',
  ),
  terms: field(
    z
      .array(z.string().regex(/^[a-z]+$/, 'is not a season, like autumn'))
      .min(1)
      .max(6)
      .optional(),
    'Seasons in which it takes place; one of several. The page shows their dates. The program begins in those of its first stage.',
    '[autumn]',
  ),
  year: field(
    z.number().int().min(1).max(8).default(1),
    'Year of study in which it takes place, counted from the start of the program.',
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
    'The award: certificate, diploma or masters.',
    'certificate',
  ),
  level: field(levelSchema, 'Level of the award.', '4'),
  credits: field(z.number().int().positive().max(480), 'UK credits of the whole program.', '60'),
  length: field(text(5, 60), 'How long it takes, in words.', 'One year part time'),
  stages: field(
    z.array(stageSchema).min(1).max(12),
    'The stages of the program, in the order in which students take them.',
    '[{ title: First autumn, courses: [SOIL101] }]',
  ),
  entryRequirements: field(
    z.array(text(10, 240)).min(1).max(8),
    'What applicants need, one requirement per entry.',
    '["Two A levels, or work in a related field"]',
  ),
  lead: field(personIdSchema, 'Who leads it: the name of a file in people/.', 'ines-calder'),
});
