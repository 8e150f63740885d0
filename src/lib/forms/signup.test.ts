import { afterEach, expect, test } from 'vitest';
import { storeKinds, useStores, type Place } from '../../../test/stand-ins/stores.ts';
import { createSignupLetters } from '../mail/signup-letters.ts';
import type { Store } from '../store/open.ts';
import { sweep } from '../store/retention.ts';
import { loadLinkSecrets } from '../store/secrets.ts';
import { createSignups } from '../store/signups.ts';
import { createLinkTokens } from './link-tokens.ts';
import { acceptSignup, confirmSignup, unsubscribe } from './signup.ts';

const stores = useStores();
const places: Place[] = [];
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

afterEach(async () => {
  await Promise.all(places.splice(0).map((place) => place.clear()));
});

async function newStore(kind: Store['kind']): Promise<Store> {
  const place = await stores.place(kind);
  places.push(place);
  return place.open();
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

for (const kind of storeKinds) {
  test(`${kind}: a sign-up is pending until the mailed link is used, and ends with one click`, async () => {
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

  test(`${kind}: fifty at once for one address are one row and one mail to send`, async () => {
    const place = await stores.place(kind);
    places.push(place);
    const both = [await place.open(), await place.open()];
    const deps = await Promise.all(both.map((store) => depsOf(store)));

    await Promise.all(
      Array.from({ length: 50 }, (_, index) => acceptSignup({ email: 'ann@example.org' }, deps[index % 2]!)),
    );

    expect(await deps[0]!.signups.list('pending')).toHaveLength(1);
    const statuses = (await mails(both[0]!)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'queued')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'held')).toHaveLength(49);
  });

  test(`${kind}: an address is mailed at most once an hour, a confirmed one too`, async () => {
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
      'held signup-known',
      'queued signup-known',
      'held signup-known',
      'queued signup-known',
    ]);
    expect(await deps.signups.list('confirmed')).toMatchObject([{ name: 'Ann' }]);
  });

  test(`${kind}: links that are forged, expired, of another purpose or overtaken do nothing`, async () => {
    const store = await newStore(kind);
    const deps = await depsOf(store);
    await acceptSignup({ email: 'ann@example.org' }, deps);
    const [first] = await mails(store);

    await expect(confirmSignup('x.y.z', deps)).rejects.toMatchObject(refused);
    await expect(confirmSignup(first!.unsubscribeToken, deps)).rejects.toMatchObject(refused);
    await expect(unsubscribe(first!.confirmToken, deps)).rejects.toMatchObject(refused);
    await expect(confirmSignup(first!.confirmToken, { ...deps, now: days(8) })).rejects.toMatchObject(
      refused,
    );
    await unsubscribe(first!.unsubscribeToken, deps);
    await expect(confirmSignup(first!.confirmToken, deps)).rejects.toMatchObject(refused);
    await acceptSignup({ email: 'ann@example.org' }, { ...deps, now: minutes(90) });
    await expect(confirmSignup(first!.confirmToken, deps)).rejects.toMatchObject(refused);
    await confirmSignup((await mails(store))[1]!.confirmToken, deps);

    expect(await deps.signups.list('confirmed')).toHaveLength(1);
  });

  test(`${kind}: what has been kept long enough is deleted, and no more`, async () => {
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
    const retentionDays = {
      registrations: 30,
      pendingSignups: 30,
      unsubscribedSignups: 30,
      mails: 30,
      staffLog: 30,
      insights: 30,
    };

    const early = await sweep({ store, retentionDays, now: days(29) });
    const due = await sweep({ store, retentionDays, now: days(31) });

    expect(early).toEqual({
      registrations: 0,
      pendingSignups: 0,
      unsubscribedSignups: 0,
      mails: 0,
      staffLog: 0,
      insights: 0,
    });
    expect(due).toEqual({
      registrations: 0,
      pendingSignups: 1,
      unsubscribedSignups: 1,
      mails: 3,
      staffLog: 0,
      insights: 0,
    });
    const left = await store.query((db) =>
      db.selectFrom('signups').select('email').orderBy('email').execute(),
    );
    expect(left.map(({ email }) => email)).toEqual(['confirmed@example.org', 'fresh@example.org']);
  });

  test(`${kind}: instances that start at once share one secret, and a configured one comes first`, async () => {
    const place = await stores.place(kind);
    places.push(place);
    const opened = await Promise.all([place.open(), place.open(), place.open()]);

    const secrets = await Promise.all(opened.map((store) => loadLinkSecrets(store)));

    expect(new Set(secrets.flat()).size).toBe(1);
    expect(await loadLinkSecrets(opened[0], ['configured'])).toEqual(['configured', secrets[0]![0]]);
  });
}

test('a known and an unknown address take the same time', async () => {
  const store = await newStore('sqlite');
  const deps = await depsOf(store);
  await acceptSignup({ email: 'known@example.org' }, deps);
  const time = async (email: string) => {
    const start = performance.now();
    await acceptSignup({ email }, { ...deps, now: minutes(1) });
    return performance.now() - start;
  };
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };

  for (let index = 0; index < 200; index += 1) {
    times.known.push(await time('known@example.org'));
    times.unknown.push(await time(`unknown-${index}@example.org`));
  }

  const median = (values: number[]) => values.toSorted((a, b) => a - b)[100]!;
  const ratio = median(times.known) / median(times.unknown);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.7);
});
