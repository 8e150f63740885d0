import { contentCollections } from '#lib/content/collections.ts';
import { registrationLink } from '#lib/content/event.ts';
import { withOffset, type LocalTime } from '#lib/content/local-time.ts';
import type * as schema from 'schema-dts';
import { postalAddress } from './course-data.ts';
import { cardOf, provider, type DescribedInstitute } from './structured-data.ts';

type DescribedEvent = {
  title: string;
  summary: string;
  path: string;
  /** Path of its picture. */
  picture?: string | undefined;
  starts: LocalTime;
  ends: LocalTime;
  place?: string | undefined;
  online?: string | undefined;
  seats?: number | undefined;
  fee?: number | undefined;
  registration?: string | undefined;
};

type Context = { institute: DescribedInstitute & { currency: string; timeZone: string }; siteUrl: string };

/** Describes an event (schema.org Event). The data has an offer only if the event has a fee, which may be 0. */
export function describeEvent(
  event: DescribedEvent,
  { institute, siteUrl }: Context,
): Exclude<schema.Event, string> {
  const { path, place, online, seats, fee, registration } = event;
  const locations = [
    ...(place ? [{ '@type': 'Place', name: place, address: postalAddress(institute) } as const] : []),
    ...(online ? [{ '@type': 'VirtualLocation', url: online } as const] : []),
  ];
  const attendance = place ? (online ? 'Mixed' : 'Offline') : 'Online';
  return {
    '@type': contentCollections.events.structuredData,
    '@id': `${siteUrl}${path}#event`,
    name: event.title,
    description: event.summary,
    url: siteUrl + path,
    image: new URL(event.picture ?? cardOf(path), siteUrl).href,
    startDate: withOffset(institute.timeZone, event.starts),
    endDate: withOffset(institute.timeZone, event.ends),
    inLanguage: institute.locale,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${attendance}EventAttendanceMode`,
    location: locations,
    organizer: provider(institute, siteUrl),
    ...(seats !== undefined && { maximumAttendeeCapacity: seats }),
    ...(fee !== undefined && {
      isAccessibleForFree: fee === 0,
      offers: {
        '@type': 'Offer',
        price: fee,
        priceCurrency: institute.currency,
        url: new URL(registration ? registrationLink(registration) : path, siteUrl).href,
      },
    }),
  };
}
