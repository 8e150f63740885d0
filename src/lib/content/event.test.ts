import { expect, test } from 'vitest';
import { eventSchema, isOver, registrationLink } from './event.ts';

const event = {
  title: 'Open day',
  summary: 'Come and see the mill, the wheel and the laboratory.',
  starts: '2027-02-06 10:00',
  ends: '2027-02-06 15:00',
  place: 'Weir House',
};

test('an event needs a place or a link, and may have both', () => {
  const { place, ...nowhere } = event;
  const online = 'https://video.example.org/open-day';

  const events = [event, { ...nowhere, online }, { ...event, online }, nowhere];

  expect(events.map((each) => eventSchema.safeParse(each).success)).toEqual([true, true, true, false]);
  expect(place).toBe('Weir House');
});

test('an event is over on the day after its last day', () => {
  expect(['2027-02-05', '2027-02-06', '2027-02-07'].map((today) => isOver(event, today))).toEqual([
    false,
    false,
    true,
  ]);
});

test.each([
  ['fieldwork@larkmoor.example', 'mailto:fieldwork@larkmoor.example'],
  ['/contact', '/contact'],
  ['https://example.org/@larkmoor', 'https://example.org/@larkmoor'],
])('registrationLink of %s is %s', (registration, link) => {
  expect(eventSchema.safeParse({ ...event, registration }).success).toBe(true);
  expect(registrationLink(registration)).toBe(link);
});

test.each(['//example.org', 'http://example.org', 'javascript:alert(1)', '/a b', 'reception'])(
  '%s is not a valid registration',
  (registration) => {
    expect(eventSchema.safeParse({ ...event, registration }).success).toBe(false);
  },
);
