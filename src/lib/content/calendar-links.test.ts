import { expect, test } from 'vitest';
import { eventLinks, feedLinks } from './calendar-links.ts';

test('links to subscribe to a feed contain its address', () => {
  const links = feedLinks({ url: 'https://www.example.org/calendar.ics', name: 'Dates & terms' });

  expect(links.apple).toBe('webcal://www.example.org/calendar.ics');
  expect(new URL(links.google).searchParams.get('cid')).toBe('webcal://www.example.org/calendar.ics');
  expect(Object.fromEntries(new URL(links.outlook).searchParams)).toEqual({
    url: 'https://www.example.org/calendar.ics',
    name: 'Dates & terms',
  });
});

test('links to add an event contain its title, times in UTC and place', () => {
  const { google, outlook } = eventLinks({
    title: 'Meadow count',
    summary: 'Kneel & look.',
    starts: '2027-06-17T09:30:00+01:00',
    ends: '2027-06-17T16:00:00+01:00',
    place: 'Mill gate',
    url: 'https://www.example.org/events/meadow.ics',
  });

  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Meadow count',
    dates: '20270617T083000Z/20270617T150000Z',
    details: 'Kneel & look.',
    location: 'Mill gate',
  });
  expect(new URL(outlook).searchParams.get('startdt')).toBe('2027-06-17T08:30:00.000Z');
});
