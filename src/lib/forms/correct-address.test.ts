import { expect } from 'vitest';
import { catalogueData } from '#test/stand-ins/catalogue.ts';
import { registeringAt, sealer, tokens } from '#test/stand-ins/registering.ts';
import { newStore, testOnStores } from '#test/stand-ins/stores.ts';
import { linkErrors } from '#lib/i18n/en/errors.ts';
import type { Store } from '#lib/store/open.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import { createCatalogue } from './catalogue.ts';
import { correctAddress, findCorrectable, sealCorrection } from './correct-address.ts';
import { acceptRegistration } from './registration.ts';
import type { RegistrationPayload } from './registration-form.ts';
import { confirmRegistration } from './registration-links.ts';

const test = testOnStores(newStore);
const start = new Date('2026-11-21T12:00:00Z');
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);
let number = 0;

const deps = (store: Store, now = start) => registeringAt(now, store);

const registrationOf = (student: number) => ({
  studentNumber: `LK-${100_000 + student}`,
  givenName: 'Ines',
  familyName: 'Calder',
  email: `wrong${student}@example.org`,
  term: '2027-spring',
  courses: ['MAPS101'],
  note: 'By the door, please',
});

/** Registers, and makes the token to correct the address. */
async function send(payload: RegistrationPayload, { store, now = start }: { store: Store; now?: Date }) {
  const accepted = await acceptRegistration(payload, deps(store, now));
  return { ...accepted, token: sealCorrection({ ...accepted, payload }, { sealer, now }) };
}

/** Registers a new student for a course with two seats. Returns the permission to correct the address, too. */
async function register(store: Store, now = start) {
  number += 1;
  const payload = registrationOf(number);
  return { ...(await send(payload, { store, now })), payload };
}

const rowOf = (store: Store, reference: string) => createRegistrations(store).find(reference);

const mailsAbout = (store: Store, reference: string) =>
  store.query((db) =>
    db
      .selectFrom('outbox')
      .select(['kind', 'status', 'mail', 'created_at'])
      .where('about', '=', reference)
      .orderBy('kind')
      .execute(),
  );

test('a corrected registration takes over the seat in a full course, and its old links no longer work', async (store) => {
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

test('a corrected registration keeps the groups that were asked for', async (store) => {
  const { token } = await send({ ...registrationOf(0), courses: ['LAND401-2'] }, { store });

  const corrected = await correctAddress({ token, email: 'right@example.org' }, deps(store, minutes(5)));

  expect(corrected.payload.courses).toEqual(['LAND401', 'LAND401-2']);
  expect((await rowOf(store, corrected.reference))?.answers).toContain('"LAND401-2: Fridays');
});

test('an equal registration with the right address gets the seat, and the registrar an email', async (store) => {
  const { reference, token, payload } = await register(store);
  await register(store);
  const right = { ...payload, email: 'right@example.org' };
  const again = await acceptRegistration(right, deps(store, minutes(1)));

  const corrected = await correctAddress({ token, email: right.email }, deps(store, minutes(2)));

  expect(again.waitingList).toEqual(['MAPS101']);
  expect(corrected).toMatchObject({ reference: again.reference, waitingList: [], repeated: true });
  const notices = (await mailsAbout(store, again.reference)).map(({ mail }) => mail);
  expect(notices.some((mail) => mail?.includes(`takes the place of ${reference}`))).toBe(true);
  expect((await register(store, minutes(3))).waitingList).toEqual(['MAPS101']);
});

test('the unsent email to the mistyped address is dropped, and the registrar gets one email about the new registration', async (store) => {
  const { reference, token } = await register(store);

  const corrected = await correctAddress({ token, email: 'right@example.org' }, deps(store, minutes(5)));

  const [about, aboutNew] = [
    await mailsAbout(store, reference),
    await mailsAbout(store, corrected.reference),
  ];
  expect(about.map((mail) => [mail.kind, mail.status])).toEqual([
    ['registration-notice', 'queued'],
    ['registration-receipt', 'dropped'],
  ]);
  expect(aboutNew.map((mail) => mail.kind)).toEqual(['registration-notice', 'registration-receipt']);
  expect(aboutNew[0]?.mail).toContain(`takes the place of ${reference}, which is withdrawn`);
  expect(aboutNew[1]?.mail).toContain('"address":"right@example.org"');
  expect(aboutNew.map((mail) => mail.created_at)).toEqual([minutes(5).getTime(), minutes(5).getTime()]);
});

test('of parallel corrections one is stored, repeating it returns its reference, and another address registers anew', async (store) => {
  const { token } = await register(store);
  const correct = (email: string) => correctAddress({ token, email }, deps(store));

  const results = await Promise.allSettled([
    correct('one@example.org'),
    correct('ONE@example.org'),
    correct('one@example.org'),
  ]);
  const references = results.map((result) => result.status === 'fulfilled' && result.value.reference);
  expect(new Set(references).size).toBe(1);
  expect(references[0]).toMatch(/^R-/);
  expect(results.filter((each) => each.status === 'fulfilled' && !each.value.repeated)).toHaveLength(1);
  const other = await correct('two@example.org');
  expect(other).toMatchObject({ repeated: false });
  expect(other.reference).not.toBe(references[0]);
  const notices = (await mailsAbout(store, other.reference)).map(({ mail }) => mail);
  expect(notices).toHaveLength(2);
  expect(notices.join('')).not.toContain('takes the place of');
});

test('a registration that is confirmed while its address is corrected stays', async (store) => {
  const { reference, token } = await register(store);
  const options = deps(store);
  const { submissions } = options;
  const replace: typeof submissions.replace = async (...given) => {
    await confirmRegistration(tokens.sign('confirm-registration', reference), options);
    return submissions.replace(...given);
  };

  const corrected = correctAddress(
    { token, email: 'right@example.org' },
    { ...options, submissions: { ...submissions, replace } },
  );

  await expect(corrected).rejects.toMatchObject(linkErrors.notCorrectable);
  expect(await rowOf(store, reference)).toMatchObject({ status: 'requested' });
});

test('an address can be corrected after registration has closed', async (store) => {
  const { token } = await register(store);
  const later = { ...deps(store, minutes(1)), catalogue: createCatalogue(catalogueData, '2027-02-01') };

  expect(await correctAddress({ token, email: 'right@example.org' }, later)).toMatchObject({
    waitingList: [],
  });
  await expect(acceptRegistration(registrationOf(7), later)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test('the correction of a repeated registration looks the same, but takes nothing over and has nothing of the first one', async (store) => {
  const first = await register(store);
  await register(store);
  await confirmRegistration(tokens.sign('confirm-registration', first.reference), deps(store));
  const stranger = { ...first.payload, givenName: 'Nobody', familyName: 'Known', note: undefined };

  const repeated = await send(stranger, { store });
  const unknown = await send({ ...stranger, studentNumber: 'LK-999999' }, { store });
  const shown = await findCorrectable(repeated.token, deps(store));
  const corrected = await correctAddress(
    { token: repeated.token, email: 'stranger@example.org' },
    deps(store, minutes(5)),
  );

  expect([repeated.repeated, shown]).toEqual([true, stranger.email]);
  expect(repeated.token).toHaveLength(unknown.token.length);
  expect(await rowOf(store, corrected.reference)).toMatchObject({ note: null, given_name: 'Nobody' });
  expect(corrected).toMatchObject({ repeated: false, waitingList: ['MAPS101'] });
  expect(await rowOf(store, first.reference)).toMatchObject({ status: 'requested', email: shown });
  const mails = (await mailsAbout(store, corrected.reference)).map(({ mail }) => mail).join('');
  expect(mails).toContain('Nobody Known');
  expect(mails).not.toMatch(/Ines|Calder|takes the place of/);
});

test('the hour begins with the first registration, also for a correction of a correction', async (store) => {
  const { token } = await register(store);
  const corrected = await correctAddress({ token, email: 'next@example.org' }, deps(store, minutes(59)));
  const now = minutes(59);

  const next = sealCorrection(corrected, { sealer, now });

  await expect(findCorrectable(next, deps(store, now))).resolves.toBe('next@example.org');
  await expect(findCorrectable(next, deps(store, minutes(60)))).rejects.toMatchObject(
    linkErrors.invalidCorrection,
  );
});

test('forged and expired tokens, and confirmed registrations, are refused', async (store) => {
  const [confirmed, late] = [await register(store), await register(store)];
  await confirmRegistration(tokens.sign('confirm-registration', confirmed.reference), deps(store));

  const { token } = confirmed;
  await expect(findCorrectable(token, deps(store))).rejects.toMatchObject(linkErrors.notCorrectable);
  const correcting = correctAddress({ token, email: 'right@example.org' }, deps(store));
  await expect(correcting).rejects.toMatchObject(linkErrors.notCorrectable);
  await expect(findCorrectable(late.token, deps(store, minutes(59)))).resolves.toBe(late.payload.email);
  const other = sealer.seal(JSON.stringify({ reference: late.reference, until: Infinity }), '/received');
  for (const token of [late.token, 'x', other]) {
    await expect(findCorrectable(token, deps(store, minutes(60)))).rejects.toMatchObject(
      linkErrors.invalidCorrection,
    );
  }
});
