import { expect } from 'vitest';
import { registeringAt, sealer, validRegistration } from '#test/stand-ins/registering.ts';
import { newStore, testOnStores, untilBlocked } from '#test/stand-ins/stores.ts';
import { correctAddress, sealCorrection } from '#lib/forms/correct-address.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import { createRegistrationConflicts } from './registration-conflicts.ts';
import { readRegistrations } from './plan-in-store.ts';

const test = testOnStores(newStore);
const today = new Date('2026-11-21T12:00:00Z');
const daysAgo = new Date('2026-11-18T12:00:00Z');

test('a correction to the address of an old equal registration waits while staff keep that one', async (store) => {
  const right = { ...validRegistration, email: 'ines@example.org' };
  const wrong = { ...validRegistration, email: 'inse@example.org' };
  const old = await acceptRegistration(right, registeringAt(daysAgo, store));
  const mistyped = await acceptRegistration(wrong, registeringAt(today, store));
  const token = sealCorrection({ ...mistyped, payload: wrong }, { sealer, now: today });
  const begun = Promise.withResolvers<undefined>();
  const rest = Promise.withResolvers<undefined>();
  const other = store.transaction(async (tx) => {
    await readRegistrations(tx, ['reference', [old.reference]], store);
    begun.resolve(undefined);
    await rest.promise;
  });
  await begun.promise;

  const keeping = createRegistrationConflicts(store).keep(old.reference, {
    others: [mistyped.reference],
    seats: () => 9,
    mailsFor: () => [],
    who: 'ann@staff.example',
    now: today.getTime(),
  });
  await untilBlocked(store);
  const correcting = correctAddress({ token, email: right.email }, registeringAt(today, store));
  await untilBlocked(store, 2);
  rest.resolve(undefined);
  await other;

  expect(await Promise.allSettled([keeping, correcting])).toMatchObject([
    { status: 'fulfilled', value: { logId: expect.any(String) } },
    { status: 'fulfilled', value: { repeated: false } },
  ]);
});
