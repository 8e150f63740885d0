import { z } from 'zod';
import { pictureField } from './entry-picture.ts';
import {
  codeSchema,
  daySchema,
  feeSchema,
  field,
  levelSchema,
  pageFields,
  personIdSchema,
  placeSchema,
  seatsSchema,
  summaryField,
  text,
  titleField,
} from './fields.ts';

/** A time of day on the 24-hour clock: `09:30`. */
const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day, like 09:30');

const meetingSchema = z.strictObject({
  day: field(
    z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
    'Day of the week.',
    'tuesday',
  ),
  from: field(timeSchema, 'When it starts, on the 24-hour clock, in quotes.', '"09:30"'),
  to: field(timeSchema, 'When it ends, on the 24-hour clock, in quotes.', '"12:30"'),
});

const cancelledSchema = z.strictObject({
  term: field(
    z.string().regex(/^\d{4}-[a-z]+$/, 'is not one term, like 2027-spring'),
    'The term in which it does not take place.',
    '2027-spring',
  ),
  instead: field(
    text(10, 240),
    'What students can do instead. Pages show it where the dates were.',
    '"Take it online in autumn, or write to the registry for your fee back."',
  ),
});

/** One run of a course: when, how, where and for how many. */
export const offeringSchema = z
  .strictObject({
    term: field(
      z.string().regex(/^(\d{4}-)?[a-z]+$/, 'is not a term, like spring or 2027-spring'),
      'A season (spring: every year, shown for the next one) or one term (2027-spring).',
      'spring',
    ),
    mode: field(
      z.enum(['on-site', 'online', 'blended']),
      'How it is taught: on-site, online or blended (both).',
      'on-site',
    ),
    place: field(
      placeSchema.optional(),
      'Room, field site or both. Required unless the mode is online.',
      'Weir House, room 4',
    ),
    starts: field(daySchema.optional(), 'First day, if it differs from the term’s.', '2027-01-11'),
    ends: field(daySchema.optional(), 'Last day, if it differs from the term’s.', '2027-04-02'),
    times: field(
      z.array(meetingSchema).max(7).default([]),
      'Weekly meetings. Students cannot take two offerings that meet at the same time.',
      '[{ day: tuesday, from: "09:30", to: "12:30" }]',
    ),
    seats: field(seatsSchema, 'How many can take part. Later requests go to a waiting list.', '24'),
    fee: field(
      feeSchema.optional(),
      'Fee in whole units of the institute’s currency, if it differs from the course’s.',
      '720',
    ),
    cancelled: field(
      cancelledSchema.optional(),
      'If it is cancelled in a term. Pages say so, and the form does not offer it.',
      '{ term: 2027-spring, instead: "Take it online in autumn." }',
    ),
  })
  .refine((offering) => offering.mode === 'online' || offering.place !== undefined, {
    path: ['place'],
    message: 'is missing: say where the course meets, or set mode to online',
  });

/** A course: `courses/*.mdx`. The file's name is its address. */
export const courseSchema = z.strictObject({
  ...pageFields,
  code: field(codeSchema, 'Course code, as students quote it. The first digit is the level.', 'SOIL201'),
  title: titleField,
  summary: summaryField,
  picture: pictureField,
  subject: field(z.string().min(1), 'Its subject: one of the institute’s.', 'soils'),
  level: field(levelSchema, 'Level of study, 4 (certificate) to 7 (master’s).', '5'),
  credits: field(z.number().int().positive().max(120), 'UK credits: one is ten hours of study.', '15'),
  fee: field(feeSchema, 'Fee in whole units of the institute’s currency.', '720'),
  offerings: field(
    z.array(offeringSchema).max(12),
    'When the course runs. Empty ([]) if it does not run at present.',
    '[{ term: spring, mode: online, seats: 24 }]',
  ),
  prerequisites: field(
    z.array(codeSchema).max(8).default([]),
    'Codes of the courses to take before this one.',
    '[SOIL101]',
  ),
  people: field(
    z.array(personIdSchema).min(1).max(8),
    'Who teaches it: names of files in people/. The first one leads.',
    '[ines-calder]',
  ),
  outcomes: field(
    z.array(text(10, 200)).min(2).max(8),
    'What students can do afterwards. Each entry completes "You will be able to ...".',
    '["describe a soil profile in the field", "explain how soils hold water"]',
  ),
});

export type Course = z.infer<typeof courseSchema>;
export type Offering = z.infer<typeof offeringSchema>;

/** What students can do instead if the offering is cancelled in the term; otherwise undefined. */
export function cancellationIn(
  { cancelled }: Pick<Offering, 'cancelled'>,
  term: { id: string },
): string | undefined {
  return cancelled?.term === term.id ? cancelled.instead : undefined;
}
