import { expect } from 'vitest';
import {
  catalogue,
  course,
  decide,
  letters,
  now,
  openDesk,
  readMails,
  readPlaces,
  register,
  tokens,
  undo,
  who,
} from '#test/stand-ins/decisions-desk.ts';
import { sealer } from '#test/stand-ins/registering.ts';
import { testOnStores } from '#test/stand-ins/stores.ts';
import { correctAddress, sealCorrection } from '#lib/forms/correct-address.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import { confirmRegistration } from '#lib/forms/registration-links.ts';
import { undoPeriod } from './undo-batch.ts';

const test = testOnStores(openDesk);
const term = '2027-spring';
/** Of the course in the catalogue. */
const seats = 2;

type Desk = Awaited<ReturnType<typeof openDesk>>;

async function readList({ decisions }: Desk, at = now + 1_000) {
  const lists = await decisions.waitingLists({ term, courses: [course], now: at });
  const { next, passedOver = [] } = lists.get(course) ?? {};
  return {
    next: next?.reference,
    passedOver: passedOver.map(({ registration, obstacle }) => [registration.reference, obstacle]),
  };
}

const give = (desk: Desk, reference: string, { free = 1, at = now + 20_000, by = who } = {}) =>
  decide(desk, {
    references: [reference],
    decision: 'place',
    turn: course,
    by,
    seats: seats + free - 1,
    at,
  });

const notNext = (reference: string) => ({
  message: `Nothing was decided: ${reference} is not the next on the waiting list of ${course} any more.`,
});

test('a free seat goes to the first that waits, decided or not, with one email and an undo', async (desk) => {
  const [first = '', , third = '', fourth = ''] = await register(desk, 4);
  await decide(desk, { references: [fourth], decision: 'waiting' });
  const before = await readPlaces(desk);
  await decide(desk, { references: [first], decision: 'refused', at: now + 15_000 });

  const list = await readList(desk);
  const { batch } = await give(desk, third);
  const after = await readPlaces(desk);
  const letter = (await readMails(desk)).at(-1);
  await undo(desk, { batch, seats, at: now + 30_000 });

  expect(before.map(({ waiting }) => waiting)).toEqual([0, 0, 1, 1]);
  expect(list).toEqual({ next: third, passedOver: [] });
  expect(after.map(({ decision }) => decision)).toEqual(['refused', null, 'place', 'waiting']);
  expect(letter).toMatchObject({ about: third, status: 'queued', dueIn: 20_000 + undoPeriod });
  expect(letter?.text).toContain('Decision: You have a place');
  expect((await readPlaces(desk)).map(({ decision }) => decision)).toEqual([
    'refused',
    null,
    null,
    'waiting',
  ]);
  expect(await readList(desk)).toEqual(list);
});

test('nothing is decided if the registration is not the next, or no seat is free', async (desk) => {
  const [first = '', , third = '', fourth = ''] = await register(desk, 4);
  const before = await readPlaces(desk);

  const full = give(desk, third, { free: 0 });
  await expect(full).rejects.toMatchObject({
    message: `Nothing was decided: ${course} has no free seat any more.`,
  });
  for (const reference of [fourth, first, 'R-0000-0000'])
    await expect(give(desk, reference)).rejects.toMatchObject(notNext(reference));

  expect(await readPlaces(desk)).toEqual(before);
  expect(await readMails(desk)).toEqual([]);
});

test('withdrawn, unconfirmed and conflicting registrations are passed over', async (desk) => {
  const [first = '', , third = '', fourth = '', fifth = '', sixth = ''] = await register(desk, 6, false);
  const confirm = (reference: string) =>
    desk.registrations.confirm(reference, { now, seats: { [course]: seats }, lateMailsFor: () => [] });
  for (const reference of [first, third, fifth, sixth]) await confirm(reference);
  await desk.registrations.withdraw(third, { now, mails: [] });
  await desk.store.query((db) =>
    db
      .updateTable('registrations')
      .set({ student_key: 'LK-204000' })
      .where('reference', '=', fifth)
      .execute(),
  );

  const list = await readList(desk);
  await expect(give(desk, fifth, { free: 2 })).rejects.toMatchObject(notNext(fifth));
  const { batch } = await give(desk, sixth, { free: 2 });
  await undo(desk, { batch, at: now + 21_000 });
  await desk.registrations.withdraw(sixth, { now, mails: [] });
  const without = await readList(desk);

  const passedOver = [
    [fourth, 'unconfirmed'],
    [fifth, 'conflict'],
  ];
  expect(list).toEqual({ next: sixth, passedOver });
  expect(without).toEqual({ next: undefined, passedOver });
  const lapsed = await readList(desk, now + 49 * 60 * 60 * 1000);
  expect(lapsed.passedOver).toEqual([[fifth, 'conflict']]);
});

test('a registration with a corrected address keeps its place on the waiting list', async (desk) => {
  await register(desk, 2);
  const deps = (minutes: number) => {
    const at = new Date(now + minutes * 60_000);
    return { catalogue, submissions: desk.registrations, tokens, sealer, letters, now: at };
  };
  const send = async (studentNumber: string, minutes: number) => {
    const email = `${studentNumber}@example.org`;
    const payload = { studentNumber, givenName: 'Bo', familyName: 'Li', email, term, courses: [course] };
    return { ...(await acceptRegistration(payload, deps(minutes))), payload };
  };
  const confirm = (reference: string, minutes: number) =>
    confirmRegistration(tokens.sign('confirm-registration', reference), deps(minutes));
  const mistyped = await send('LK-300001', 1);
  const later = await send('LK-300002', 2);
  await confirm(later.reference, 3);

  const token = sealCorrection(mistyped, { sealer, now: new Date(now + 60_000) });
  const corrected = await correctAddress({ token, email: 'bo@example.org' }, deps(10));
  const before = await readList(desk, now + 11 * 60_000);
  await confirm(corrected.reference, 12);

  expect(corrected).toMatchObject({ waitingList: [course], repeated: false });
  expect(before).toEqual({ next: later.reference, passedOver: [[corrected.reference, 'unconfirmed']] });
  expect(await readList(desk, now + 13 * 60_000)).toEqual({ next: corrected.reference, passedOver: [] });
});

test('registrars who press at once give each seat once, and skip nobody', async (desk) => {
  const references = await register(desk, 8);
  const [, , third = '', fourth = ''] = references;

  const registrars = ['bo@staff.example', 'cy@staff.example', 'di@staff.example'];
  const same = await Promise.allSettled(registrars.map((by) => give(desk, third, { free: 2, by })));
  const both = await Promise.allSettled([
    give(desk, fourth, { free: 3 }),
    decide(desk, { references: references.slice(4), decision: 'place', seats: seats + 2 }),
  ]);

  const given = (results: PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'fulfilled');
  expect(given(same)).toHaveLength(1);
  expect(same.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown)).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining(notNext(third)) as unknown),
  );
  expect(given(both).length).toBeGreaterThan(0);
  const places = await readPlaces(desk);
  expect(places.filter(({ waiting }) => waiting === 0)).toHaveLength(seats + 2);
  expect(places.find(({ reference }) => reference === third)).toMatchObject({ decision: 'place' });
});

test('a second click gives one seat, and has the same batch to undo', async (desk) => {
  const [, , third = '', fourth = ''] = await register(desk, 4);

  const both = await Promise.all([give(desk, third, { free: 2 }), give(desk, third, { free: 2 })]);
  const before = await readPlaces(desk);
  await undo(desk, { batch: both[0].batch, at: now + 21_000 });
  const again = undo(desk, { batch: both[0].batch, at: now + 21_000 });
  await expect(again).rejects.toMatchObject({ message: 'This is undone already.' });
  const { batch } = await give(desk, third, { free: 2, at: now + 22_000 });
  const late = give(desk, third, { free: 2, at: now + 22_001 + undoPeriod });

  await expect(late).rejects.toMatchObject(notNext(third));
  expect(both[1].batch).toBe(both[0].batch);
  expect(batch).not.toBe(both[0].batch);
  expect(before.map(({ decision }) => decision)).toEqual([null, null, 'place', null]);
  expect((await readList(desk)).next).toBe(fourth);
});
