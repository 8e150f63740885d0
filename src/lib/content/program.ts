import { z } from 'zod';
import { codeSchema, pageFields, personIdSchema, summarySchema, titleSchema } from './fields.ts';

/** One step of a program, in the order in which students take them. */
const stageSchema = z.strictObject({
  title: z.string().trim().min(3).max(60).describe('What the step is called: First autumn, Second year.'),
  courses: z.array(codeSchema).min(1).max(20).describe('Codes of the courses in it.'),
  choose: z.number().int().positive().optional().describe('How many of them to take. Left out: all.'),
});

/** A program of study that ends in an award: `programs/*.mdx`. */
export const programSchema = z.strictObject({
  ...pageFields,
  title: titleSchema,
  summary: summarySchema,
  award: z.enum(['certificate', 'diploma', 'masters']).describe('What students get in the end.'),
  level: z.number().int().min(1).max(8).describe('Level of the award; a key of levels in site.ts.'),
  credits: z.number().int().positive().max(480).describe('UK credits of the whole program.'),
  length: z.string().trim().min(5).max(60).describe('How long it takes, in words: One year part time.'),
  stages: z
    .array(stageSchema)
    .min(1)
    .max(12)
    .describe('The steps of the program, in the order in which students take them.'),
  entryRequirements: z
    .array(z.string().trim().min(10).max(240))
    .min(1)
    .max(8)
    .describe('What applicants need, one requirement an entry.'),
  lead: personIdSchema.describe('Who leads it.'),
});

export type Program = z.infer<typeof programSchema>;

/** A line to copy for each field of its own, for messages. */
export const programExamples: Readonly<Record<string, string>> = {
  title: 'title: Certificate in Soil Science',
  award: 'award: certificate',
  credits: 'credits: 60',
  length: 'length: One year part time',
  stages: 'stages: [{ title: First autumn, courses: [SOIL101] }]',
  'stages.title': 'title: First autumn',
  'stages.courses': 'courses: [SOIL101, HYDR110]',
  'stages.choose': 'choose: 2',
  entryRequirements: 'entryRequirements: ["Two A levels, or work in a related field"]',
  lead: 'lead: ines-calder',
};
