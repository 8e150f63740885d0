import { expect, test } from 'vitest';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';
import { createSignupLetters } from '#lib/mail/signup-letters.ts';
import type { Store } from '#lib/store/open.ts';
import { createOutbox } from '#lib/store/outbox.ts';
import { sweep } from '#lib/store/retention.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import { createSignups } from '#lib/store/signups.ts';
import { createLinkTokens } from './link-tokens.ts';
import { acceptSignup, confirmSignup, unsubscribe } from './signup.ts';

const stores = useStores();
const letters = createSignupLetters({
  siteName: 'Larkmoor',
  siteUrl: 'https://larkmoor.example',
  language: 'en',
  contactEmail: 'hello@larkmoor.example',
});
const now = new Date('2026-11-21T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const days = (count: number) => minutes(count * 24 * 60);
const refused = { code: 'INVALID_REQUEST' };

const limits = {
  registrations: 30,
  applications: 400,
  enquiries: 400,
  pendingSignups: 30,
  unsubscribedSignups: 30,
  mails: 30,
  heldMails: 7,
  staffLog: 30,
  insights: 30,
};

async function newStore(kind: Store['kind']): Promise<Store> {
  return stores.open(kind);
}

async function depsOf(store: Store) {
  const tokens = createLinkTokens(await loadLinkSecrets(store));
  return { signups: createSignups(store), tokens, letters, now };
}

async function mails(store: Store) {
  const rows = await store.query((db) => db.selectFrom('outbox').selectAll().orderBy('created_at').execute());
  return rows.map(({ status, kind, mail }) => {
    const text = (JSON.parse(mail ?? '{}') as { text: string }).text;
    const token = (path: string) => new RegExp(`/newsletter/${path}\\?token=(\\S+)`).exec(text)?.[1] ?? '';
    return { status, kind, confirmToken: token('confirm'), unsubscribeToken: token('unsubscribe') };
  });
}

function rowsOf(store: Store, table: 'signups' | 'outbox' | 'unsubscribes'): Promise<object[]> {
  return store.query((db) => db.selectFrom(table).selectAll().execute());
}

for (const kind of storeKinds) {
  test(`${kind}: a sign-up is pending until it is confirmed, and ends with one click`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);

    await acceptSignup({ email: 'Ann@Example.org', name: 'Ann', interests: ['soils'] }, deps);
    const [mail] = await mails(store);
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

  test(`${kind}: fifty concurrent sign-ups for one address are stored once with one email`, async () => {
    const database = await stores.create(kind);
    const both = [await database.open(), await database.open()];
    const deps = await Promise.all(both.map((store) => depsOf(store)));

    await Promise.all(
      Array.from({ length: 50 }, (_, index) => acceptSignup({ email: 'ann@example.org' }, deps[index % 2]!)),
    );

    expect(await deps[0]!.signups.list('pending')).toHaveLength(1);
    const statuses = (await mails(both[0]!)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'queued')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'dropped')).toHaveLength(49);
  });

  test(`${kind}: sign-ups send at most one email an hour to an address, also to a confirmed one`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);
    const accept = (at: Date) =>
      acceptSignup({ email: 'ann@example.org', name: 'Mallory' }, { ...deps, now: at });
    await acceptSignup({ email: 'ann@example.org', name: 'Ann' }, deps);
    await confirmSignup((await mails(store))[0]!.confirmToken, deps);

    await accept(minutes(59));
    await accept(minutes(61));
    await accept(minutes(62));
    await accept(minutes(122));

    expect((await mails(store)).map(({ status, kind }) => `${status} ${kind}`)).toEqual([
      'queued signup-confirm',
      'dropped signup-known',
      'queued signup-known',
      'dropped signup-known',
      'queued signup-known',
    ]);
    expect(await deps.signups.list('confirmed')).toMatchObject([{ name: 'Ann' }]);
  });

  test(`${kind}: after unsubscribing, sign-up emails wait 1 hour, 1 day, 7 days, 30 days and 30 days`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);
    await acceptSignup({ email: 'ann@example.org' }, deps);
    await unsubscribe((await mails(store))[0]!.unsubscribeToken, deps);
    const hours = (count: number) => minutes(count * 60);
    const day = 24;
    const due = [1, 1 + day, 1 + 8 * day, 1 + 38 * day, 1 + 68 * day];
    const tries = due.flatMap((hour) => [hour - 0.1, hour, hour + 0.5]);

    const sent = [];
    for (const [index, hour] of tries.entries()) {
      const spelling = ['Ann@example.org', 'ann@example.org', `ann+${index}@example.org`][index % 3]!;
      await acceptSignup({ email: spelling }, { ...deps, now: hours(hour) });
      if ((await mails(store)).at(-1)!.status === 'queued') sent.push(hour);
    }

    expect(sent).toEqual(due);
  });

  test(`${kind}: the record of an unsubscribed address outlives retention, until it confirms again`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);
    const retentionDays = { ...limits, unsubscribedSignups: 1, pendingSignups: 1 };
    const signUp = (count: number) =>
      acceptSignup({ email: 'ann@example.org' }, { ...deps, now: days(count) });
    const last = async () => (await mails(store)).at(-1)!;
    await signUp(0);
    const { unsubscribeToken } = await last();
    await unsubscribe(unsubscribeToken, deps);
    await signUp(1);
    await sweep({ store, retentionDays, now: days(3) });
    expect(await rowsOf(store, 'signups')).toEqual([]);

    await unsubscribe(unsubscribeToken, { ...deps, now: days(3) });
    await signUp(3);
    expect((await last()).status).toBe('dropped');
    await signUp(4);
    expect((await last()).status).toBe('queued');
    await signUp(6);
    expect((await last()).status).toBe('dropped');
    await signUp(11);
    const { status, confirmToken } = await last();
    await confirmSignup(confirmToken, { ...deps, now: days(11) });
    await signUp(12);

    expect(status).toBe('queued');
    expect(await rowsOf(store, 'unsubscribes')).toEqual([]);
    expect(await last()).toMatchObject({ status: 'queued', kind: 'signup-known' });
  });

  test(`${kind}: the unsubscribe page says what is stored, also after the sign-up was deleted`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);
    await acceptSignup({ email: 'ann@example.org' }, deps);
    const { unsubscribeToken } = (await mails(store))[0]!;
    await store.query((db) => db.deleteFrom('signups').execute());

    const said = await unsubscribe(unsubscribeToken, deps);
    const saidToOldLink = await unsubscribe(deps.tokens.sign('unsubscribe', 'gone'), deps);

    expect(said).toMatch(/enters your address again/);
    expect(saidToOldLink).not.toMatch(/again/);
    expect(await rowsOf(store, 'unsubscribes')).toHaveLength(1);
  });

  test(`${kind}: unsubscribing drops queued, held and leased sign-up emails`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);
    for (const name of ['ann', 'ann+1', 'ann+2', 'ann+3', 'bob']) {
      await acceptSignup({ email: `${name}@example.org` }, deps);
    }
    const { unsubscribeToken } = (await mails(store))[0]!;
    const outbox = createOutbox(store);
    const at = now.getTime();
    const claimed = await outbox.claim({ holder: 'w', until: at + 1 }, { now: at, limit: 9 });

    await unsubscribe(unsubscribeToken, deps);
    for (const { id } of claimed) {
      await outbox.markFailed(id, { holder: 'w', error: 'E', retryAt: at });
    }

    expect(claimed).toHaveLength(4);
    const rows = await rowsOf(store, 'outbox');
    expect(rows.map((row) => (row as { status: string }).status).sort()).toEqual([
      ...Array<string>(4).fill('dropped'),
      'queued',
    ]);
    const text = JSON.stringify(rows);
    expect(text).not.toContain('ann');
    expect(text).toContain('bob@example.org');
  });

  test(`${kind}: a dropped sign-up email leaves no address and no link in the outbox`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);
    await acceptSignup({ email: 'ann@example.org' }, deps);
    await store.query((db) => db.deleteFrom('outbox').execute());

    await acceptSignup({ email: 'ann@example.org' }, { ...deps, now: minutes(1) });

    const rows = await rowsOf(store, 'outbox');
    expect(rows).toMatchObject([{ status: 'dropped', mail: null }]);
    expect(JSON.stringify(rows)).not.toMatch(/example|token/);
  });

  test(`${kind}: forged, expired and outdated links, and links of another purpose, change nothing`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);
    await acceptSignup({ email: 'ann@example.org' }, deps);
    const [first] = await mails(store);

    await expect(confirmSignup('x.y.z', deps)).rejects.toMatchObject(refused);
    await expect(confirmSignup(first!.unsubscribeToken, deps)).rejects.toMatchObject(refused);
    await expect(unsubscribe(first!.confirmToken, deps)).rejects.toMatchObject(refused);
    await expect(confirmSignup(first!.confirmToken, { ...deps, now: days(16) })).rejects.toMatchObject(
      refused,
    );
    await unsubscribe(first!.unsubscribeToken, deps);
    await expect(confirmSignup(first!.confirmToken, deps)).rejects.toMatchObject(refused);
    await acceptSignup({ email: 'ann@example.org' }, { ...deps, now: minutes(90) });
    await expect(confirmSignup(first!.confirmToken, deps)).rejects.toMatchObject(refused);
    await confirmSignup((await mails(store))[1]!.confirmToken, deps);

    expect(await deps.signups.list('confirmed')).toHaveLength(1);
  });

  test(`${kind}: the sweep deletes sign-ups at the end of their retention, and no others`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);
    for (const name of ['pending', 'confirmed', 'left', 'fresh']) {
      const at = name === 'fresh' ? days(20) : now;
      await acceptSignup({ email: `${name}@example.org` }, { ...deps, now: at });
      const mail = (await mails(store)).at(-1)!;
      if (name === 'confirmed') await confirmSignup(mail.confirmToken, deps);
      if (name === 'left') await unsubscribe(mail.unsubscribeToken, deps);
      await store.query((db) => db.updateTable('outbox').set({ status: 'sent' }).execute());
    }
    const early = await sweep({ store, retentionDays: limits, now: days(29) });
    const due = await sweep({ store, retentionDays: limits, now: days(31) });

    expect(early).toEqual({
      registrations: 0,
      applications: 0,
      enquiries: 0,
      pendingSignups: 0,
      unsubscribedSignups: 0,
      heldMails: 0,
      mails: 0,
      staffLog: 0,
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
      endedSessions: 0,
      insights: 0,
    });
    const left = await store.query((db) =>
      db.selectFrom('signups').select('email').orderBy('email').execute(),
    );
    expect(left.map(({ email }) => email)).toEqual(['confirmed@example.org', 'fresh@example.org']);
  });

  test(`${kind}: instances that start concurrently share one secret, after a configured one`, async () => {
    const database = await stores.create(kind);
    const opened = await Promise.all([database.open(), database.open(), database.open()]);

    const secrets = await Promise.all(opened.map((store) => loadLinkSecrets(store)));

    expect(new Set(secrets.flat()).size).toBe(1);
    expect(await loadLinkSecrets(opened[0], ['configured'])).toEqual(['configured', secrets[0]![0]]);
  });
}

test('a sign-up takes the same time for known, unsubscribed and unknown addresses', async () => {
  const store = await newStore('sqlite');
  const deps = await depsOf(store);
  await acceptSignup({ email: 'known@example.org' }, deps);
  await acceptSignup({ email: 'left@example.org' }, deps);
  await unsubscribe((await mails(store))[1]!.unsubscribeToken, deps);
  const time = async (email: string) => {
    const start = performance.now();
    await acceptSignup({ email }, { ...deps, now: minutes(1) });
    return performance.now() - start;
  };
  const times = { known: [] as number[], left: [] as number[], unknown: [] as number[] };

  for (let index = 0; index < 200; index += 1) {
    times.known.push(await time('known@example.org'));
    times.left.push(await time('left@example.org'));
    times.unknown.push(await time(`unknown-${index}@example.org`));
  }

  const median = (values: number[]) => values.toSorted((a, b) => a - b)[100]!;
  for (const each of [times.known, times.left]) {
    const ratio = median(each) / median(times.unknown);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  }
});
