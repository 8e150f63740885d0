import { z } from 'zod';
import { field, momentSchema, text } from './fields.ts';
import { momentOf } from './local-time.ts';
import { addDays, type Clock } from './terms.ts';

/** An urgent notice at the top of every page: closed for snow, registration extended. `settings/notice.yaml` */
export const noticeSchema = z.strictObject({
  text: field(text(10, 240), 'One or two short sentences.', 'The library is closed for snow.'),
  link: field(
    z
      .strictObject({
        title: field(text(3, 60), 'The words of the link.', 'How courses go on'),
        path: field(
          z.string().regex(/^(\/|https:\/\/)\S*$/, 'is not an address, like /contact'),
          'A page of this site, such as /contact, or an address that begins with https://.',
          '/contact',
        ),
      })
      .optional(),
    'Where readers find out more.',
    '{ title: How courses go on, path: /contact }',
  ),
  from: field(
    momentSchema.optional(),
    'The first day, or day and time, on which it is shown. Leave it empty to show it at once.',
    '2027-01-11 08:00',
  ),
  until: field(
    momentSchema,
    'The last day on which it is shown, or the day and time at which it disappears.',
    '2027-01-15',
  ),
});

export type Notice = z.output<typeof noticeSchema>;

/** The notice; undefined if it is not shown at `now`. */
export function currentNotice(notice: Notice | undefined, { now, timeZone }: Clock): Notice | undefined {
  if (notice === undefined) return undefined;
  const start = momentOf(notice.from, timeZone);
  const end = endOfNotice(notice, timeZone);
  const isCurrent = (start === undefined || start <= now) && end !== undefined && now < end;
  return isCurrent ? notice : undefined;
}

/** The moment at which the notice disappears. If `until` is a day, that is the last day. */
export function endOfNotice({ until }: Notice, timeZone: string): Date | undefined {
  return momentOf(/^\d{4}-\d{2}-\d{2}$/.test(until) ? addDays(until, 1) : until, timeZone);
}
