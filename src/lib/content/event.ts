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
    starts: field(localTimeSchema, 'Day and time of the start, in local time.', '2027-02-06 10:00'),
    ends: field(localTimeSchema, 'Day and time of the end, in local time.', '2027-02-06 15:00'),
    place: field(
      placeSchema.optional(),
      'Room, building or field site. Required unless there is a link in online.',
      'Weir House, Mill Lane',
    ),
    online: field(
      z.url({ protocol: /^https$/, error: 'is not an https address' }).optional(),
      'Where people join online: an https address.',
      'https://video.larkmoor.example/lecture',
    ),
    seats: field(seatsSchema.optional(), 'How many can take part, if there is a limit.', '24'),
    fee: field(feeSchema.optional(), 'Fee in whole units of the institute’s currency. 0 if it is free.', '0'),
    registration: field(
      registrationSchema.optional(),
      'Where people register: an email address, an https address or an address of this site. Leave it out if people can just come.',
      'fieldwork@larkmoor.example',
    ),
    courses: field(z.array(codeSchema).max(8).default([]), 'Codes of related courses.', '[SOIL101]'),
    programs: field(
      z.array(programIdSchema).max(8).default([]),
      'Related programs: names of files in programs/.',
      '[certificate-land-and-water]',
    ),
    people: field(
      z.array(personIdSchema).max(8).default([]),
      'Who speaks or leads: names of files in people/.',
      '[ines-calder]',
    ),
  })
  .refine(({ place, online }) => place !== undefined || online !== undefined, {
    path: ['place'],
    message: 'is missing: say where the event is, or give a link in online',
  })
  .refine(({ starts, ends }) => starts < ends, { path: ['ends'], message: 'is not later than "starts"' });

/** The `href` of a registration. */
export function registrationLink(registration: string): string {
  return registration.includes('@') && !/^(https:|\/)/.test(registration)
    ? `mailto:${registration}`
    : registration;
}

/** Whether the event's last day is over. */
export function isOver({ ends }: { ends: LocalTime }, today: Day): boolean {
  return dayOf(ends) < today;
}
