import { expect, test } from 'vitest';
import { sampleInstitute as institute } from '#test/sample-institute.ts';
import { describeEvent } from './event-data.ts';

const event = {
  title: 'Meadow count',
  summary: 'Kneel, look and count.',
  path: '/events/meadow-count',
  starts: '2027-06-17 09:30',
  ends: '2027-06-17 16:00',
};
const context = { institute, siteUrl: 'https://www.example.org' };
const online = 'https://video.example.org/join';

test('describeEvent gives times with their UTC offset, and the organizer', () => {
  expect(describeEvent({ ...event, place: 'Low Meadows' }, context)).toMatchObject({
    '@type': 'Event',
    url: 'https://www.example.org/events/meadow-count',
    startDate: '2027-06-17T09:30:00+01:00',
    endDate: '2027-06-17T16:00:00+01:00',
    organizer: { '@id': 'https://www.example.org/#institute' },
  });
});

test.each([
  [{ place: 'Low Meadows' }, 'Offline', [{ '@type': 'Place', name: 'Low Meadows' }]],
  [{ online }, 'Online', [{ '@type': 'VirtualLocation', url: online }]],
  [{ place: 'Low Meadows', online }, 'Mixed', [{ '@type': 'Place' }, { '@type': 'VirtualLocation' }]],
])('describeEvent with %j sets attendance %s and its locations', (where, attendance, location) => {
  expect(describeEvent({ ...event, ...where }, context)).toMatchObject({
    eventAttendanceMode: `https://schema.org/${attendance}EventAttendanceMode`,
    location,
  });
});

test('describeEvent returns no offer without a fee, and a free offer for a fee of 0', () => {
  const unknown = describeEvent({ ...event, place: 'Low Meadows' }, context);
  const free = describeEvent({ ...event, place: 'Low Meadows', fee: 0, registration: '/contact' }, context);

  expect(unknown).not.toHaveProperty('offers');
  expect(unknown).not.toHaveProperty('isAccessibleForFree');
  expect(free).toMatchObject({
    isAccessibleForFree: true,
    offers: { price: 0, priceCurrency: 'GBP', url: 'https://www.example.org/contact' },
  });
});
