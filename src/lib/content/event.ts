import { z } from 'zod';
import { pictureField } from './entry-picture.ts';
import {
  codeSchema,
  feeSchema,
  field,
  localTimeSchema,
  pageFields,
  personIdSchema,
  placeSchema,
  programIdSchema,
  seatsSchema,
  summaryField,
  titleField,
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
    title: titleField,
    summary: summaryField,
    picture: pictureField,
    starts: field(localTimeSchema, 'Day and time at which it starts.', '2027-02-06 10:00'),
    ends: field(localTimeSchema, 'Day and time at which it ends.', '2027-02-06 15:00'),
    place: field(
      placeSchema.optional(),
      'Where it is: a room, a building or a field site. Leave it empty only if people join online.',
      'Quay House, Harbour Street',
    ),
    online: field(
      z.url({ protocol: /^https$/, error: 'is not an https address' }).optional(),
      'Where people join online: an address that begins with https://.',
      'https://video.example.org/lecture',
    ),
    seats: field(
      seatsSchema.optional(),
      'How many people can take part. Leave it empty if there is no limit.',
      '24',
    ),
    fee: field(feeSchema.optional(), 'The fee as a whole number. Write 0 if it is free.', '0'),
    registration: field(
      registrationSchema.optional(),
      'Where people register: an email address, a page of this site, such as /contact, or an address that begins with https://. Leave it empty if people can just come.',
      'fieldwork@example.org',
    ),
    courses: field(z.array(codeSchema).max(8).default([]), 'Courses that the event is about.', '[BOOK101]'),
    programs: field(
      z.array(programIdSchema).max(8).default([]),
      'Programmes that the event is about.',
      '[certificate-bookkeeping]',
    ),
    people: field(z.array(personIdSchema).max(8).default([]), 'Who speaks or leads.', '[ada-wren]'),
  })
  .refine(({ place, online }) => place !== undefined || online !== undefined, {
    path: ['place'],
    message: 'is missing: say where the event is, or give a link in online',
  })
  .refine(({ starts, ends }) => starts < ends, { path: ['ends'], message: 'is not later than "starts"' });

/** The `href` for an event's `registration`, which is an address or an email address. */
export function registrationLink(registration: string): string {
  return registration.includes('@') && !/^(https:|\/)/.test(registration)
    ? `mailto:${registration}`
    : registration;
}

/** Whether the event's last day is over. */
export function isOver({ ends }: { ends: LocalTime }, today: Day): boolean {
  return dayOf(ends) < today;
}
