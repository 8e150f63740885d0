import { z } from 'zod';
import { codeSchema, pageFields, personIdSchema, summarySchema, titleSchema } from './fields.ts';

/** One step of a program, in the order in which students take them. */
export const stageSchema = z.strictObject({
  /** `First autumn`, `Second year` */
  title: z.string().trim().min(3).max(60),
  /** Codes of the courses in it. */
  courses: z.array(codeSchema).min(1).max(20),
  /** How many of them to take. Left out: all. */
  choose: z.number().int().positive().optional(),
});

/** A program of study that ends in an award: `programs/*.mdx`. */
export const programSchema = z.strictObject({
  ...pageFields,
  title: titleSchema,
  summary: summarySchema,
  award: z.enum(['certificate', 'diploma', 'masters']),
  /** Level of the award; a key of `levels` in `site.ts`. */
  level: z.number().int().min(1).max(8),
  /** UK credits of the whole program. */
  credits: z.number().int().positive().max(480),
  /** How long it takes, in words: `One year part time`. */
  length: z.string().trim().min(5).max(60),
  stages: z.array(stageSchema).min(1).max(12),
  /** What applicants need, one requirement an entry. */
  entryRequirements: z.array(z.string().trim().min(10).max(240)).min(1).max(8),
  /** Who leads it. */
  lead: personIdSchema,
});

export type Program = z.infer<typeof programSchema>;
