import { z } from 'zod';
import { codeSchema, daySchema, pageFields, personIdSchema, summarySchema, titleSchema } from './fields.ts';

/** A time of day on the 24-hour clock: `09:30`. */
const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day, like 09:30');

/** A weekly meeting of an offering. */
const meetingSchema = z.strictObject({
  day: z
    .enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
    .describe('The day of the week, such as tuesday.'),
  from: timeSchema.describe('When it begins, on the 24-hour clock: "18:30".'),
  to: timeSchema.describe('When it ends, on the 24-hour clock: "20:30".'),
});

/** One run of a course: when, how, where and for how many. */
export const offeringSchema = z
  .strictObject({
    term: z
      .string()
      .regex(/^(\d{4}-)?[a-z]+$/, 'is not a term, like spring or 2027-spring')
      .describe(
        'A season of site.ts (spring: every year’s, shown for the next) or one term’s id (2027-spring).',
      ),
    mode: z
      .enum(['on-site', 'online', 'blended'])
      .describe('How it is taught: on-site, online or blended, which is both.'),
    place: z
      .string()
      .trim()
      .min(3)
      .max(80)
      .optional()
      .describe('Room, field site or both. Needed unless the offering is online.'),
    starts: daySchema.optional().describe('First day, when it is not the term’s.'),
    ends: daySchema.optional().describe('Last day, when it is not the term’s.'),
    times: z
      .array(meetingSchema)
      .max(7)
      .default([])
      .describe('When the group meets each week; offerings at the same time can’t be taken together.'),
    seats: z
      .number()
      .int()
      .positive()
      .max(10_000)
      .describe('How many can take part; later requests go to a waiting list.'),
    fee: z
      .number()
      .int()
      .nonnegative()
      .optional()
      .describe('Fee in whole units of the institute’s currency, when it is not the course’s.'),
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
  subject: z.string().min(1).describe('A key of subjects in site.ts.'),
  level: z
    .number()
    .int()
    .min(1)
    .max(8)
    .describe('Level of study, 4 (certificate) to 7 (master’s); a key of levels in site.ts.'),
  credits: z.number().int().positive().max(120).describe('UK credits: one is ten hours of study.'),
  fee: z.number().int().nonnegative().describe('Fee in whole units of the institute’s currency.'),
  offerings: z.array(offeringSchema).max(12).describe('When it runs. Empty: not on offer at present.'),
  prerequisites: z.array(codeSchema).max(8).default([]).describe('Codes of the courses to take before.'),
  people: z.array(personIdSchema).min(1).max(8).describe('Who teaches it; the first one leads.'),
  outcomes: z
    .array(z.string().trim().min(10).max(200))
    .min(2)
    .max(8)
    .describe('What a student can do afterwards; each completes "You will be able to ...".'),
});

export type Course = z.infer<typeof courseSchema>;
export type Offering = z.infer<typeof offeringSchema>;

/** A line to copy for each field of its own, for messages. */
export const courseExamples: Readonly<Record<string, string>> = {
  code: 'code: SOIL201',
  credits: 'credits: 15',
  fee: 'fee: 720',
  prerequisites: 'prerequisites: [SOIL101]',
  outcomes: 'outcomes: ["describe a soil profile in the field", "explain how soils hold water"]',
  offerings: 'offerings: [{ term: spring, mode: online, seats: 24 }]',
  'offerings.term': 'term: spring',
  'offerings.mode': 'mode: on-site',
  'offerings.place': 'place: Weir House, room 4',
  'offerings.starts': 'starts: 2027-01-11',
  'offerings.ends': 'ends: 2027-04-02',
  'offerings.seats': 'seats: 24',
  'offerings.fee': 'fee: 720',
  'offerings.times': 'times: [{ day: tuesday, from: "09:30", to: "12:30" }]',
  'offerings.times.day': 'day: tuesday',
  'offerings.times.from': 'from: "09:30"',
  'offerings.times.to': 'to: "12:30"',
};
