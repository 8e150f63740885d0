import { expect } from 'vitest';
import {
  catalogue,
  course,
  decide,
  letters,
  now,
  openDesk,
  readMails,
  register,
  tokens,
  who,
} from '#test/stand-ins/decisions-desk.ts';
import { testOnStores } from '#test/stand-ins/stores.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import { createRegistrationConflicts } from './registration-conflicts.ts';

const test = testOnStores(openDesk);

test('a withdrawal drops the unsent email about a place', async (desk) => {
  const [gone = '', stays = ''] = await register(desk, 2);
  await decide(desk, { references: [gone, stays], decision: 'place' });

  await desk.registrations.withdraw(gone, { now: now + 20_000, mails: [] });

  expect((await readMails(desk)).map(({ about, status }) => [about, status])).toEqual([
    [gone, 'dropped'],
    [stays, 'queued'],
  ]);
});

test('keeping one of two registrations drops the email about the other', async (desk) => {
  const conflicts = createRegistrationConflicts(desk.store);
  const [placed = ''] = await register(desk, 1);
  await decide(desk, { references: [placed], decision: 'place' });
  const { reference: kept } = await acceptRegistration(
    {
      studentNumber: 'LK-204000',
      givenName: 'Ana',
      familyName: 'Ng',
      email: 'ana@elsewhere.example',
      term: '2027-spring',
      courses: [course],
    },
    { submissions: desk.registrations, tokens, letters, catalogue, now: new Date(now + 15_000) },
  );

  await conflicts.keep(kept, {
    others: [placed],
    seats: () => 9,
    who,
    now: now + 20_000,
    mailsFor: () => [],
  });

  expect((await readMails(desk)).map(({ about, status }) => [about, status])).toEqual([[placed, 'dropped']]);
});
