import { expect } from 'vitest';
import {
  catalogue,
  course,
  decide,
  letterFor,
  letters,
  now,
  openDesk,
  readMails,
  readPlaces,
  register,
  tokens,
} from '#test/stand-ins/decisions-desk.ts';
import { storeKinds, testOnStores, untilBlocked } from '#test/stand-ins/stores.ts';
import { confirmRegistration } from '#lib/forms/registration-links.ts';
import { letterAbout } from '#lib/forms/stored-letters.ts';
import type { Cursor } from '#lib/store/list-page.ts';
import { createRegistrationList } from './registration-list.ts';
import { undoPeriod } from './undo-batch.ts';

const test = testOnStores(openDesk);
const testOnPostgres = testOnStores(
  openDesk,
  storeKinds.filter((kind) => kind === 'postgres'),
);

test('places are given with one email each, which waits until it is too late to undo', async (desk) => {
  const references = await register(desk, 2);

  await decide(desk, { references, decision: 'place', reason: 'Bring boots.' });

  expect(await readPlaces(desk)).toEqual(
    references.map((reference) => ({
      reference,
      handling: 'done',
      decision: 'place',
      active: 1,
      waiting: 0,
    })),
  );
  const mails = await readMails(desk);
  expect(mails.map(({ about, status, dueIn }) => [about, status, dueIn])).toEqual(
    references.map((reference) => [reference, 'queued', 10_000 + undoPeriod]),
  );
  expect(mails[0]?.text).toContain(`${course} Course ${course}\nDecision: You have a place`);
  expect(mails[0]?.text).toContain('Bring boots.');
});

test('each outcome has a sentence of its own, which an email that is sent again keeps', async (desk) => {
  const references = await register(desk, 3);
  const reason = { place: 'Bring your card.', waiting: 'We write in March.' };

  await decide(desk, { references, decision: 'place', seats: 2, reason });
  const detail = await createRegistrationList(desk.store).detail(references[0] ?? '');
  const again = detail && letterAbout(detail, { catalogue, tokens, letters });

  const texts = (await readMails(desk)).map(({ text }) => text);
  expect(texts.map((text) => text.includes('Bring your card.'))).toEqual([true, true, false]);
  expect(texts.map((text) => text.includes('We write in March.'))).toEqual([false, false, true]);
  expect(again?.text).toContain('Bring your card.');
});

test('emails about two registrations of a person agree on what holds for both', async (desk) => {
  const [first = ''] = await register(desk, 1);
  const [second = ''] = await register(desk, 1, true, 'SOIL201');

  await decide(desk, { references: [first, second], decision: 'waiting' });
  const [aboutFirst, aboutSecond] = (await readMails(desk)).map(({ text }) => text);
  await decide(desk, { references: [second], decision: 'refused', at: now + 11_000 });
  const again = (await readMails(desk)).at(-1)?.text;

  expect(aboutFirst).toContain(
    `SOIL201 Course SOIL201\nReference: ${second}\nDecision: You are on the waiting list\n`,
  );
  expect(aboutSecond).toContain(
    `MAPS101 Course MAPS101\nReference: ${first}\nDecision: You are on the waiting list\n`,
  );
  expect(again).toContain('SOIL201 Course SOIL201\nDecision: We can’t give you a place');
  expect(again).toContain(
    `MAPS101 Course MAPS101\nReference: ${first}\nDecision: You are on the waiting list\n`,
  );
});

test('a refusal frees the seat, which the next on the waiting list can have', async (desk) => {
  const [first = '', second = ''] = await register(desk, 2);
  await decide(desk, { references: [second], decision: 'waiting' });

  await decide(desk, { references: [first], decision: 'refused', at: now + 20_000 });
  await decide(desk, { references: [second], decision: 'place', seats: 1, at: now + 30_000 });

  expect((await readPlaces(desk)).map(({ decision, active }) => [decision, active])).toEqual([
    ['refused', 0],
    ['place', 1],
  ]);
});

test('unconfirmed, withdrawn and conflicting registrations are left out', async (desk) => {
  const [unconfirmed = ''] = await register(desk, 1, false);
  await expect(decide(desk, { references: [unconfirmed], decision: 'place' })).rejects.toMatchObject({
    message: 'There is nothing to decide.',
  });
  await desk.registrations.withdraw(unconfirmed, { now, mails: [] });

  const { planned, left } = await desk.decisions.preview({
    references: [unconfirmed, 'R-0000-0000'],
    decision: 'place',
    seats: () => 10,
    now,
    reasonFor: () => '',
    letterFor,
  });

  expect(planned).toEqual([]);
  expect(left).toEqual([
    { reference: unconfirmed, obstacle: 'withdrawn' },
    { reference: 'R-0000-0000', obstacle: 'unknown' },
  ]);
});

test('a registration in the choice that is decided already does not look like a change by someone else', async (desk) => {
  const [first = '', second = ''] = await register(desk, 2);
  await decide(desk, { references: [first], decision: 'place' });

  const { planned, latest } = await desk.decisions.preview({
    references: [first, second],
    decision: 'place',
    seats: () => 10,
    now,
    reasonFor: () => '',
    letterFor,
  });
  await decide(desk, { references: [second], decision: 'place', seen: latest, at: now + 20_000 });

  expect(planned.map(({ reference }) => reference)).toEqual([second]);
  expect((await readPlaces(desk)).map(({ decision }) => decision)).toEqual(['place', 'place']);
});

testOnPostgres('a student who withdraws while the registrar decides gets no seat', async (desk) => {
  const [reference = ''] = await register(desk, 1);
  const begun = Promise.withResolvers<undefined>();
  const rest = Promise.withResolvers<undefined>();
  const withdrawn = desk.store.transaction(async (tx) => {
    await tx.updateTable('registrations').set({ status: 'withdrawn', live: 0 }).execute();
    await tx.updateTable('registration_courses').set({ active: 0 }).execute();
    begun.resolve(undefined);
    await rest.promise;
  });
  await begun.promise;

  const decided = decide(desk, { references: [reference], decision: 'place' }).catch(
    (error: unknown) => error,
  );
  await untilBlocked(desk.store);
  rest.resolve(undefined);
  await withdrawn;

  expect(await decided).toMatchObject({ message: 'There is nothing to decide.' });
  expect((await readPlaces(desk)).map(({ active }) => active)).toEqual([0]);
});

test('two people who decide at once never give more places than there are seats', async (desk) => {
  const references = await register(desk, 20);
  await decide(desk, { references, decision: 'waiting' });
  const halves = [references.slice(0, 10), references.slice(10)];

  await Promise.all(
    halves.map((half) => decide(desk, { references: half, decision: 'place', seats: 12, at: now + 60_000 })),
  );

  const places = await readPlaces(desk);
  expect(places.filter(({ decision }) => decision === 'place')).toHaveLength(12);
  expect(places.filter(({ waiting }) => waiting === 1)).toHaveLength(8);
});

test('a confirmation link that is opened again names no seat that was refused', async (desk) => {
  const [reference = ''] = await register(desk, 1);
  await decide(desk, { references: [reference], decision: 'refused' });

  const confirmed = await confirmRegistration(tokens.sign('confirm-registration', reference), {
    catalogue,
    submissions: desk.registrations,
    tokens,
    letters,
    now: new Date(now + 20_000),
  });

  expect(confirmed).toEqual({ reference, seats: [], waitingList: [] });
});

test('the list shows what is open oldest first, and continues in both directions', async (desk) => {
  const references = await register(desk, 5);
  await decide(desk, { references: references.slice(3, 4), decision: 'waiting' });
  const list = createRegistrationList(desk.store);
  const read = async (cursor?: Cursor) => {
    const page = await list.page({ decision: 'open' }, { cursor, limit: 2, isOldestFirst: true });
    return { ...page, rows: page.rows.map((row) => row.reference), ids: page.rows.map(({ id }) => id) };
  };

  const first = await read();
  const next = await read({ id: first.ids[1] ?? '', towards: 'newer' });
  const back = await read({ id: next.ids[0] ?? '', towards: 'older' });
  const waiting = await list.page({ decision: 'waiting' }, { limit: 9 });

  expect(first).toMatchObject({ rows: references.slice(0, 2), hasNewer: true, hasOlder: false });
  expect(next).toMatchObject({ rows: [references[2], references[4]], hasNewer: false, hasOlder: true });
  expect(back).toMatchObject({ rows: references.slice(0, 2), hasNewer: true, hasOlder: false });
  expect(waiting.rows.map((row) => row.reference)).toContain(references[3]);
});

test('the same form sent again decides nothing more; another sentence or another person is told so', async (desk) => {
  const references = await register(desk, 2);
  const form = { references, decision: 'place' as const, reason: 'Bring boots.', seen: '' };

  const first = await decide(desk, form);
  const second = await decide(desk, form);

  expect(second).toEqual({ batch: first.batch });
  for (const other of [{ reason: 'Bring a hat.' }, { by: 'bo@staff.example' }, { at: now + 50_000 }])
    await expect(decide(desk, { ...form, ...other })).rejects.toMatchObject({
      message: 'There is nothing to decide.',
    });
  expect(await readMails(desk)).toHaveLength(2);
});
