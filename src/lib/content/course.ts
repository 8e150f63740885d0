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
import type { Term } from './terms.ts';

/** A time of day on the 24-hour clock: `09:30`. */
const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day, like 09:30');

const meetingSchema = z.strictObject({
  day: field(
    z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
    'Day of the week.',
    'tuesday',
  ),
  from: field(timeSchema, 'When it starts, on the 24-hour clock, such as 09:30.', '"09:30"'),
  to: field(timeSchema, 'When it ends, on the 24-hour clock, such as 12:30.', '"12:30"'),
});

const cancelledSchema = z.strictObject({
  term: field(
    z.string().regex(/^\d{4}-[a-z]+$/, 'is not one term, like 2027-spring'),
    'The term in which it does not take place.',
    '2027-spring',
  ),
  instead: field(
    text(10, 240),
    'One or two sentences. Pages show them where the dates were.',
    '"Take it online in autumn, or write to the registry for your fee back."',
  ),
});

/** One run of a course: when, how and where it is taught, and for how many students. */
export const offeringSchema = z
  .strictObject({
    term: field(
      z.string().regex(/^(\d{4}-)?[a-z]+$/, 'is not a term, like spring or 2027-spring'),
      'The term in which it runs: a season, such as spring, for every year, or the term of one year only.',
      'spring',
    ),
    mode: field(
      z.enum(['on-site', 'online', 'blended']),
      'How it is taught: at a place of the institute (on-site), online, or both (blended).',
      'on-site',
    ),
    place: field(
      placeSchema.optional(),
      'Where it meets: a room, a field site or both. Leave it empty only if it is taught online.',
      'Quay House, room 4',
    ),
    starts: field(daySchema.optional(), 'First day, if it is not the first day of the term.', '2027-01-11'),
    ends: field(daySchema.optional(), 'Last day, if it is not the last day of the term.', '2027-04-02'),
    times: field(
      z.array(meetingSchema).max(7).default([]),
      'When it meets each week. Students cannot take two courses that meet at the same time.',
      '[{ day: tuesday, from: "09:30", to: "12:30" }]',
    ),
    seats: field(
      seatsSchema,
      'How many students can take part. Later requests go on the waiting list.',
      '24',
    ),
    fee: field(
      feeSchema.optional(),
      'The fee as a whole number, such as 720. Leave it empty if it is the fee of the course.',
      '720',
    ),
    cancelled: field(
      cancelledSchema.optional(),
      'Fill this in if the course is cancelled in one term. Pages then say so, and the form does not offer it.',
      '{ term: 2027-spring, instead: "Take it online in autumn." }',
    ),
  })
  .refine((offering) => offering.mode === 'online' || offering.place !== undefined, {
    path: ['place'],
    message: 'is missing: say where the course meets, or set mode to online',
  });

/** A course: `courses/*.mdx`. The file name is its address. */
export const courseSchema = z.strictObject({
  ...pageFields,
  code: field(codeSchema, 'Course code, as students quote it. The first digit is the level.', 'BOOK201'),
  title: titleField,
  summary: summaryField,
  picture: pictureField,
  subject: field(z.string().min(1), 'The subject under which readers find it.', 'business'),
  level: field(levelSchema, 'Level of study, from 4 (certificate) to 7 (master’s).', '5'),
  credits: field(z.number().int().positive().max(120), 'UK credits. One credit is ten hours of study.', '15'),
  fee: field(feeSchema, 'The fee as a whole number, such as 720.', '720'),
  offerings: field(
    z.array(offeringSchema).max(12),
    'When the course runs: an entry for each term and each group. Without entries, the page says that it is not on offer.',
    '[{ term: spring, mode: online, seats: 24 }]',
  ),
  prerequisites: field(
    z.array(codeSchema).max(8).default([]),
    'The courses to take before this one.',
    '[BOOK101]',
  ),
  people: field(
    z.array(personIdSchema).min(1).max(8),
    'Who teaches it. The first person leads the course.',
    '[ada-wren]',
  ),
  outcomes: field(
    z.array(text(10, 200)).min(2).max(8),
    'What students can do afterwards. Each entry completes the sentence “You will be able to ...”.',
    '["keep the accounts of a small business", "explain what a balance sheet shows"]',
  ),
});

export type Course = z.infer<typeof courseSchema>;
export type Offering = z.infer<typeof offeringSchema>;
/** An offering in one term. */
export type ScheduledOffering = Omit<Offering, 'term'> & { term: Term };

/** What students can do instead if the offering is cancelled in the term; undefined if it is not. */
export function cancellationIn(
  { cancelled }: Pick<Offering, 'cancelled'>,
  term: { id: string },
): string | undefined {
  return cancelled?.term === term.id ? cancelled.instead : undefined;
}

/** Whether a course is taught in a term: an offering names it, or its season in every year. */
export function isTaughtIn(
  { offerings }: Pick<Course, 'offerings'>,
  { id, season }: Pick<Term, 'id' | 'season'>,
) {
  return offerings.some(
    (offering) => [id, season].includes(offering.term) && cancellationIn(offering, { id }) === undefined,
  );
}
