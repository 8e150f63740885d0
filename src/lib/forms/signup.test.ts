import { expect } from 'vitest';
import { days, minutes, now, retentionDays, rowsOf, signupMails, signupNeeds } from '#test/signups.ts';
import { newDatabase, newStore, testOnStores } from '#test/stand-ins/stores.ts';
import { sweep } from '#lib/store/retention.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import { acceptSignup, confirmSignup, unsubscribe } from './signup.ts';

const test = testOnStores(newStore);
const testOnDatabases = testOnStores(newDatabase);
const refused = { code: 'INVALID_REQUEST' };

test('a sign-up is pending until it is confirmed, and one click ends it', async (store) => {
  const deps = await signupNeeds(store);

  await acceptSignup({ email: 'Ann@Example.org', name: 'Ann', interests: ['soils'] }, deps);
  const [mail] = await signupMails(store);
  expect(await deps.signups.list('pending')).toHaveLength(1);
  await confirmSignup(mail!.confirmToken, { ...deps, now: days(6) });
  await confirmSignup(mail!.confirmToken, { ...deps, now: days(6) });
  expect(await deps.signups.list('confirmed')).toMatchObject([
    { name: 'Ann', confirmed_at: days(6).getTime() },
  ]);
  await unsubscribe(mail!.unsubscribeToken, deps);
  await unsubscribe(mail!.unsubscribeToken, deps);

  expect(await deps.signups.list('unsubscribed')).toMatchObject([{ name: null, interests: '[]' }]);
});

testOnDatabases(
  'fifty concurrent sign-ups for one address are stored once with one email',
  async (database) => {
    const both = [await database.open(), await database.open()];
    const deps = await Promise.all(both.map((store) => signupNeeds(store)));

    await Promise.all(
      Array.from({ length: 50 }, (_, index) => acceptSignup({ email: 'ann@example.org' }, deps[index % 2]!)),
    );

    expect(await deps[0]!.signups.list('pending')).toHaveLength(1);
    const statuses = (await signupMails(both[0]!)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'queued')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'dropped')).toHaveLength(49);
  },
);

test('the unsubscribe page says what is stored, even after the sign-up was deleted', async (store) => {
  const deps = await signupNeeds(store);
  await acceptSignup({ email: 'ann@example.org' }, deps);
  const { unsubscribeToken } = (await signupMails(store))[0]!;
  await store.query((db) => db.deleteFrom('signups').execute());

  const said = await unsubscribe(unsubscribeToken, deps);
  const saidToOldLink = await unsubscribe(deps.tokens.sign('unsubscribe', 'gone'), deps);

  expect(said).toMatch(/enters your address again/);
  expect(saidToOldLink).not.toMatch(/again/);
  expect(await rowsOf(store, 'unsubscribes')).toHaveLength(1);
});

test('forged, expired and outdated links, and links for another purpose, change nothing', async (store) => {
  const deps = await signupNeeds(store);
  await acceptSignup({ email: 'ann@example.org' }, deps);
  const [first] = await signupMails(store);

  await expect(confirmSignup('x.y.z', deps)).rejects.toMatchObject(refused);
  await expect(confirmSignup(first!.unsubscribeToken, deps)).rejects.toMatchObject(refused);
  await expect(unsubscribe(first!.confirmToken, deps)).rejects.toMatchObject(refused);
  await expect(confirmSignup(first!.confirmToken, { ...deps, now: days(16) })).rejects.toMatchObject(refused);
  await unsubscribe(first!.unsubscribeToken, deps);
  await expect(confirmSignup(first!.confirmToken, deps)).rejects.toMatchObject(refused);
  await acceptSignup({ email: 'ann@example.org' }, { ...deps, now: minutes(90) });
  await expect(confirmSignup(first!.confirmToken, deps)).rejects.toMatchObject(refused);
  await confirmSignup((await signupMails(store))[1]!.confirmToken, deps);

  expect(await deps.signups.list('confirmed')).toHaveLength(1);
});

test('the sweep deletes sign-ups at the end of their retention, and no others', async (store) => {
  const deps = await signupNeeds(store);
  for (const name of ['pending', 'confirmed', 'left', 'fresh']) {
    const at = name === 'fresh' ? days(20) : now;
    await acceptSignup({ email: `${name}@example.org` }, { ...deps, now: at });
    const mail = (await signupMails(store)).at(-1)!;
    if (name === 'confirmed') await confirmSignup(mail.confirmToken, deps);
    if (name === 'left') await unsubscribe(mail.unsubscribeToken, deps);
    await store.query((db) => db.updateTable('outbox').set({ status: 'sent' }).execute());
  }
  const early = await sweep({ store, retentionDays, now: days(29) });
  const due = await sweep({ store, retentionDays, now: days(31) });

  expect(early).toEqual({
    registrations: 0,
    applications: 0,
    enquiries: 0,
    pendingSignups: 0,
    unsubscribedSignups: 0,
    heldMails: 0,
    mails: 0,
    staffLog: 0,
    binnedDrafts: 0,
    endedSessions: 0,
    insights: 0,
  });
  expect(due).toEqual({
    registrations: 0,
    applications: 0,
    enquiries: 0,
    pendingSignups: 1,
    unsubscribedSignups: 1,
    heldMails: 0,
    mails: 3,
    staffLog: 0,
    binnedDrafts: 0,
    endedSessions: 0,
    insights: 0,
  });
  const left = await store.query((db) => db.selectFrom('signups').select('email').orderBy('email').execute());
  expect(left.map(({ email }) => email)).toEqual(['confirmed@example.org', 'fresh@example.org']);
});

testOnDatabases(
  'instances that start concurrently share one stored secret, which comes after a configured one',
  async (database) => {
    const opened = await Promise.all([database.open(), database.open(), database.open()]);

    const secrets = await Promise.all(opened.map((store) => loadLinkSecrets(store)));

    expect(new Set(secrets.flat()).size).toBe(1);
    expect(await loadLinkSecrets(opened[0], ['configured'])).toEqual(['configured', secrets[0]![0]]);
  },
);
