import { expect, test } from 'vitest';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { linkErrors } from '#lib/i18n/en/errors.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { Store } from '#lib/store/open.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import { createCatalogue } from './catalogue.ts';
import { correctAddress, findCorrectable, signCorrection } from './correct-address.ts';
import { createLinkTokens } from './link-tokens.ts';
import { acceptRegistration } from './registration.ts';
import { confirmRegistration, withdrawRegistration } from './registration-links.ts';

const stores = useStores();
const tokens = createLinkTokens(['a secret for tests']);
const letters = createRegistrationLetters({
  siteName: 'Larkmoor',
  siteUrl: 'https://larkmoor.example',
  language: 'en',
  contactEmail: 'hello@larkmoor.example',
  registrarEmail: 'registrar@larkmoor.example',
});
const catalogue = createCatalogue(catalogueData, openDay);
const start = new Date('2026-11-21T12:00:00Z');
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);
let number = 0;

function deps(store: Store, now = start) {
  return { catalogue, submissions: createRegistrations(store), tokens, letters, now };
}

const registrationOf = (student: number) => ({
  studentNumber: `LK-${100_000 + student}`,
  givenName: 'Ines',
  familyName: 'Calder',
  email: `wrong${student}@example.org`,
  term: '2027-spring',
  courses: ['MAPS101'],
  note: 'By the door, please',
});

/** Registers a new student for a course with two seats. Returns the permission to correct the address, too. */
async function register(store: Store, now = start) {
  number += 1;
  const payload = registrationOf(number);
  const accepted = await acceptRegistration(payload, deps(store, now));
  return { ...accepted, payload, token: signCorrection(accepted, { tokens, now }) ?? '' };
}

const rowOf = (store: Store, reference: string) => createRegistrations(store).find(reference);

const mailsAbout = (store: Store, reference: string) =>
  store.query((db) =>
    db
      .selectFrom('outbox')
      .select(['kind', 'status', 'mail'])
      .where('about', '=', reference)
      .orderBy('kind')
      .execute(),
  );

for (const kind of storeKinds) {
  test(`${kind}: a corrected registration takes over the seat in a full course, and its old links no longer work`, async () => {
    const store = await stores.open(kind);
    const first = await register(store);
    await register(store);
    const waiting = await register(store, minutes(1));

    const corrected = await correctAddress(
      { token: first.token, email: 'right@example.org' },
      deps(store, minutes(10)),
    );

    expect(waiting.waitingList).toEqual(['MAPS101']);
    expect(corrected).toMatchObject({ waitingList: [], repeated: false });
    expect(corrected.reference).not.toBe(first.reference);
    const [before, after] = [await rowOf(store, first.reference), await rowOf(store, corrected.reference)];
    expect(before).toMatchObject({ status: 'withdrawn', withdrawn_at: minutes(10).getTime() });
    expect(after).toMatchObject({
      status: 'requested',
      email: 'right@example.org',
      note: 'By the door, please',
      student_number: first.payload.studentNumber,
      received_at: start.getTime(),
      confirmed_at: null,
    });
    const link = tokens.sign('confirm-registration', first.reference);
    await expect(confirmRegistration(link, deps(store, minutes(11)))).rejects.toMatchObject(
      linkErrors.withdrawn,
    );
    expect((await register(store, minutes(12))).waitingList).toEqual(['MAPS101']);
  });

  test(`${kind}: an equal registration with the right address gets the seat, and the registrar an email`, async () => {
    const store = await stores.open(kind);
    const { reference, token, payload } = await register(store);
    await register(store);
    const right = { ...payload, email: 'right@example.org' };
    const again = await acceptRegistration(right, deps(store, minutes(1)));

    const corrected = await correctAddress({ token, email: right.email }, deps(store, minutes(2)));

    expect(again.waitingList).toEqual(['MAPS101']);
    expect(corrected).toMatchObject({ reference: again.reference, waitingList: [], repeated: true });
    expect((await mailsAbout(store, reference)).map((mail) => mail.kind)).toContain('withdrawal-notice');
    expect((await register(store, minutes(3))).waitingList).toEqual(['MAPS101']);
  });

  test(`${kind}: the unsent email to the mistyped address is dropped, and the registrar gets an email about both`, async () => {
    const store = await stores.open(kind);
    const { reference, token, payload } = await register(store);

    const corrected = await correctAddress({ token, email: 'right@example.org' }, deps(store));

    const [about, aboutNew] = [
      await mailsAbout(store, reference),
      await mailsAbout(store, corrected.reference),
    ];
    expect(about.map((mail) => [mail.kind, mail.status])).toEqual([
      ['registration-notice', 'queued'],
      ['registration-receipt', 'dropped'],
      ['withdrawal-notice', 'queued'],
    ]);
    expect(about[2]?.mail).toContain(`The registration is now ${corrected.reference}.`);
    expect(about[2]?.mail).not.toContain(payload.email);
    expect(aboutNew.map((mail) => mail.kind)).toEqual(['registration-notice', 'registration-receipt']);
    expect(aboutNew[1]?.mail).toContain('"address":"right@example.org"');
  });

  test(`${kind}: of parallel corrections one is stored, and repeating it returns its reference`, async () => {
    const store = await stores.open(kind);
    const { token } = await register(store);
    const correct = (email: string) => correctAddress({ token, email }, deps(store));

    const results = await Promise.allSettled([
      correct('one@example.org'),
      correct('ONE@example.org'),
      correct('one@example.org'),
    ]);
    const other = correct('two@example.org');

    await expect(other).rejects.toMatchObject(linkErrors.notCorrectable);
    const references = results.map((result) => result.status === 'fulfilled' && result.value.reference);
    expect(new Set(references).size).toBe(1);
    expect(references[0]).toMatch(/^R-/);
    expect(results.filter((each) => each.status === 'fulfilled' && !each.value.repeated)).toHaveLength(1);
  });
}

test('an address can be corrected after registration has closed', async () => {
  const store = await stores.open('sqlite');
  const { token } = await register(store);
  const later = { ...deps(store, minutes(1)), catalogue: createCatalogue(catalogueData, '2027-02-01') };

  expect(await correctAddress({ token, email: 'right@example.org' }, later)).toMatchObject({
    waitingList: [],
  });
  await expect(acceptRegistration(registrationOf(7), later)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test('a repeated registration can’t be corrected, because someone else may repeat it', async () => {
  const store = await stores.open('sqlite');
  const { payload } = await register(store);

  const repeated = await acceptRegistration(payload, deps(store));

  expect(repeated.repeated).toBe(true);
  expect(signCorrection(repeated, { tokens })).toBeUndefined();
});

test('forged and expired tokens, and confirmed or withdrawn registrations, are refused', async () => {
  const store = await stores.open('sqlite');
  const [confirmed, withdrawn, late] = [await register(store), await register(store), await register(store)];
  await confirmRegistration(tokens.sign('confirm-registration', confirmed.reference), deps(store));
  await withdrawRegistration(tokens.sign('withdraw', withdrawn.reference), deps(store));

  for (const { token } of [confirmed, withdrawn]) {
    await expect(findCorrectable(token, deps(store))).rejects.toMatchObject(linkErrors.notCorrectable);
    const correcting = correctAddress({ token, email: 'right@example.org' }, deps(store));
    await expect(correcting).rejects.toMatchObject(linkErrors.notCorrectable);
  }
  await expect(findCorrectable(late.token, deps(store, minutes(59)))).resolves.toMatchObject({
    email: late.payload.email,
  });
  for (const token of [late.token, 'x', tokens.sign('withdraw', late.reference)]) {
    await expect(findCorrectable(token, deps(store, minutes(60)))).rejects.toMatchObject(
      linkErrors.invalidCorrection,
    );
  }
});
