import { formatMoney, formatNumber, formatPeriod } from '#lib/content/formats.ts';
import { eventText as text } from '#lib/i18n/en/studies.ts';
import type { Fact } from './course-facts.ts';

type EventFacts = Parameters<typeof formatPeriod>[0] & {
  place?: string | undefined;
  online?: string | undefined;
  fee?: number | undefined;
  seats?: number | undefined;
  registration?: string | undefined;
  isPast: boolean;
};

/** Time, place, fee and seats of an event. Until it is over, also says if nobody needs to register. */
export function listEventFacts(event: EventFacts): Fact[] {
  const { place, online, fee, seats, registration, isPast } = event;
  const { facts: names } = text;
  return [
    { name: names.when, value: formatPeriod(event) },
    ...(place ? [{ name: names.where, value: place }] : []),
    ...(online ? [{ name: names.online, value: new URL(online).hostname, path: online }] : []),
    ...(fee === undefined ? [] : [{ name: names.fee, value: fee === 0 ? text.free : formatMoney(fee) }]),
    ...(seats ? [{ name: names.seats, value: formatNumber(seats) }] : []),
    ...(registration || isPast ? [] : [{ name: names.registration, value: text.registrationNotNeeded }]),
  ];
}
