import { z } from 'zod';
import {
  codeSchema,
  localTimeSchema,
  pageFields,
  personIdSchema,
  summarySchema,
  titleSchema,
} from './fields.ts';
import { dayOf, type LocalTime } from './local-time.ts';
import type { Day } from './terms.ts';

const registrationSchema = z.union(
  [z.email(), z.string().regex(/^(https:\/\/|\/(?!\/))\S+$/)],
  'is not an email address, an https address or an address of this site, like /contact',
);

/** An open day, a lecture, a field day: `events/*.mdx`. */
export const eventSchema = z
  .strictObject({
    ...pageFields,
    title: titleSchema,
    summary: summarySchema,
    starts: localTimeSchema.describe('Day and time at which it starts, on the institute’s clocks.'),
    ends: localTimeSchema.describe('Day and time at which it ends, on the institute’s clocks.'),
    place: z
      .string()
      .trim()
      .min(3)
      .max(80)
      .optional()
      .describe('Room, house or field site. Needed unless there is a link in online.'),
    online: z
      .url({ protocol: /^https$/, error: 'is not an https address' })
      .optional()
      .describe('Where people join online: an https address.'),
    seats: z
      .number()
      .int()
      .positive()
      .max(10_000)
      .optional()
      .describe('How many can take part, if that is limited.'),
    fee: z
      .number()
      .int()
      .nonnegative()
      .optional()
      .describe('Fee in whole units of the institute’s currency; 0 if it is free.'),
    registration: registrationSchema
      .optional()
      .describe(
        'Where people register: an email address, an https address or an address of this site. Left out: they can just come.',
      ),
    courses: z.array(codeSchema).max(8).default([]).describe('Codes of the courses that it belongs to.'),
    programs: z
      .array(z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not the name of a file in programs/'))
      .max(8)
      .default([])
      .describe('File names in programs/ of the programs that it belongs to.'),
    people: z
      .array(personIdSchema)
      .max(8)
      .default([])
      .describe('Who speaks or leads: file names in people/.'),
  })
  .refine(({ place, online }) => place !== undefined || online !== undefined, {
    path: ['place'],
    message: 'is missing: say where the event is, or give a link in online',
  })
  .refine(({ starts, ends }) => starts < ends, { path: ['ends'], message: 'is not later than "starts"' });

/** A line to copy for each field of its own, for messages. */
export const eventExamples: Readonly<Record<string, string>> = {
  title: 'title: Open day',
  summary: 'summary: See the mill, meet the people who teach here, and ask what you want to know.',
  starts: 'starts: 2027-02-06 10:00',
  ends: 'ends: 2027-02-06 15:00',
  place: 'place: Weir House, Mill Lane',
  online: 'online: https://video.larkmoor.example/lecture',
  seats: 'seats: 24',
  fee: 'fee: 0',
  registration: 'registration: fieldwork@larkmoor.example',
  courses: 'courses: [SOIL101]',
  programs: 'programs: [certificate-land-and-water]',
};

/** Where a registration leads, as a link. */
export function registrationLink(registration: string): string {
  return registration.includes('@') && !/^(https:|\/)/.test(registration)
    ? `mailto:${registration}`
    : registration;
}

/** Whether the last day of an event is past. */
export function isOver({ ends }: { ends: LocalTime }, today: Day): boolean {
  return dayOf(ends) < today;
}
