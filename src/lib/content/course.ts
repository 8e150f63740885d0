import { z } from 'zod';
import { codeSchema, daySchema, pageFields, personIdSchema, summarySchema, titleSchema } from './fields.ts';

/** A time of day on the 24-hour clock: `09:30`. */
const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day, like 09:30');

/** A weekly meeting of an offering. */
export const meetingSchema = z.strictObject({
  day: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  from: timeSchema,
  to: timeSchema,
});

/** One run of a course: when, how, where and for how many. */
export const offeringSchema = z
  .strictObject({
    /** A season of `site.ts` (`spring`: every year's, shown for the next) or one term's id (`2027-spring`). */
    term: z.string().regex(/^(\d{4}-)?[a-z]+$/, 'is not a term, like spring or 2027-spring'),
    mode: z.enum(['on-site', 'online', 'blended']),
    /** Room, field site or both. Needed unless the offering is online. */
    place: z.string().trim().min(3).max(80).optional(),
    /** First day, when it is not the term's. */
    starts: daySchema.optional(),
    /** Last day, when it is not the term's. */
    ends: daySchema.optional(),
    /** When the group meets each week; offerings at the same time can't be taken together. */
    times: z.array(meetingSchema).max(7).default([]),
    /** How many can take part; later requests go to a waiting list. */
    seats: z.number().int().positive().max(10_000),
    /** Fee in whole units of the institute's currency, when it is not the course's. */
    fee: z.number().int().nonnegative().optional(),
  })
  .refine((offering) => offering.mode === 'online' || offering.place !== undefined, {
    path: ['place'],
    message: 'is missing: say where the offering meets, or set mode to online',
  });

/** A course of the catalogue: `courses/*.mdx`. The file's name is its address. */
export const courseSchema = z.strictObject({
  ...pageFields,
  code: codeSchema,
  title: titleSchema,
  summary: summarySchema,
  /** A key of `subjects` in `site.ts`. */
  subject: z.string().min(1),
  /** Level of study, 4 (certificate) to 7 (master's); a key of `levels` in `site.ts`. */
  level: z.number().int().min(1).max(8),
  /** UK credits: one is ten hours of study. */
  credits: z.number().int().positive().max(120),
  /** Fee in whole units of the institute's currency. */
  fee: z.number().int().nonnegative(),
  /** When it runs. Empty: not on offer at present. */
  offerings: z.array(offeringSchema).max(12),
  /** Codes of the courses to take before. */
  prerequisites: z.array(codeSchema).max(8).default([]),
  /** Who teaches it; the first one leads. */
  people: z.array(personIdSchema).min(1).max(8),
  /** What a student can do afterwards; each completes "You will be able to ...". */
  outcomes: z.array(z.string().trim().min(10).max(200)).min(2).max(8),
});

export type Course = z.infer<typeof courseSchema>;
export type Offering = z.infer<typeof offeringSchema>;
