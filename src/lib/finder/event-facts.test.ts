import { expect, test } from 'vitest';
import { listEventFacts } from './event-facts.ts';

const event = { starts: '2027-02-06T10:00', ends: '2027-02-06T15:00', isPast: false } as const;

function valuesOf(facts: ReturnType<typeof listEventFacts>) {
  return Object.fromEntries(facts.map(({ name, value }) => [name, value]));
}

test('an event shows its place, the host name of its online address, its fee and its seats', () => {
  const facts = listEventFacts({
    ...event,
    place: 'Weir House',
    online: 'https://video.larkmoor.example/lecture',
    fee: 1200,
    seats: 24,
    registration: '/contact',
  });

  expect(valuesOf(facts)).toEqual({
    When: 'Saturday 6 February 2027, 10:00 to 15:00',
    Where: 'Weir House',
    Online: 'video.larkmoor.example',
    Fee: '£1,200',
    'Seats in all': '24',
  });
});

test('an event without registration says that nobody needs to register, until it is over', () => {
  const before = valuesOf(listEventFacts({ ...event, fee: 0 }));
  const after = valuesOf(listEventFacts({ ...event, fee: 0, isPast: true }));

  expect(before).toEqual({ ...after, Registration: 'Not needed' });
  expect(after).toMatchObject({ Fee: 'Free' });
});
