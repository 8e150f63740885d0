import { expect } from 'vitest';
import { days, minutes, now, retentionDays, rowsOf, signupMails, signupNeeds } from '#test/signups.ts';
import { newStore, testOnStores } from '#test/stand-ins/stores.ts';
import { createOutbox } from '#lib/store/mail/outbox.ts';
import { sweep } from '#lib/store/retention.ts';
import { acceptSignup, confirmSignup, unsubscribe } from './signup.ts';

const test = testOnStores(newStore);

test('sign-ups send at most one email an hour to an address, even to a confirmed one', async (store) => {
  const deps = await signupNeeds(store);
  const accept = (at: Date) =>
    acceptSignup({ email: 'ann@example.org', name: 'Mallory' }, { ...deps, now: at });
  await acceptSignup({ email: 'ann@example.org', name: 'Ann' }, deps);
  await confirmSignup((await signupMails(store))[0]!.confirmToken, deps);

  await accept(minutes(59));
  await accept(minutes(61));
  await accept(minutes(62));
  await accept(minutes(122));

  expect((await signupMails(store)).map(({ status, kind }) => `${status} ${kind}`)).toEqual([
    'queued signup-confirm',
    'dropped signup-known',
    'queued signup-known',
    'dropped signup-known',
    'queued signup-known',
  ]);
  expect(await deps.signups.list('confirmed')).toMatchObject([{ name: 'Ann' }]);
});

test('after unsubscribing, sign-up emails wait 1 hour, 1 day, 7 days, 30 days and 30 days', async (store) => {
  const deps = await signupNeeds(store);
  await acceptSignup({ email: 'ann@example.org' }, deps);
  await unsubscribe((await signupMails(store))[0]!.unsubscribeToken, deps);
  const hours = (count: number) => minutes(count * 60);
  const day = 24;
  const due = [1, 1 + day, 1 + 8 * day, 1 + 38 * day, 1 + 68 * day];
  const tries = due.flatMap((hour) => [hour - 0.1, hour, hour + 0.5]);

  const sent = [];
  for (const [index, hour] of tries.entries()) {
    const spelling = ['Ann@example.org', 'ann@example.org', `ann+${index}@example.org`][index % 3]!;
    await acceptSignup({ email: spelling }, { ...deps, now: hours(hour) });
    if ((await signupMails(store)).at(-1)!.status === 'queued') sent.push(hour);
  }

  expect(sent).toEqual(due);
});

test('the sweep keeps the record of an unsubscribed address until the address is confirmed again', async (store) => {
  const deps = await signupNeeds(store);
  const shorter = { ...retentionDays, unsubscribedSignups: 1, pendingSignups: 1 };
  const signUp = (count: number) => acceptSignup({ email: 'ann@example.org' }, { ...deps, now: days(count) });
  const last = async () => (await signupMails(store)).at(-1)!;
  await signUp(0);
  const { unsubscribeToken } = await last();
  await unsubscribe(unsubscribeToken, deps);
  await signUp(1);
  await sweep({ store, retentionDays: shorter, now: days(3) });
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

test('unsubscribing drops queued, held and leased sign-up emails', async (store) => {
  const deps = await signupNeeds(store);
  for (const name of ['ann', 'ann+1', 'ann+2', 'ann+3', 'bob']) {
    await acceptSignup({ email: `${name}@example.org` }, deps);
  }
  const { unsubscribeToken } = (await signupMails(store))[0]!;
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
  expect(text).not.toContain('ann@');
  expect(text).toContain('bob@example.org');
});

test('a dropped sign-up email leaves no address and no link in the outbox', async (store) => {
  const deps = await signupNeeds(store);
  await acceptSignup({ email: 'ann@example.org' }, deps);
  await store.query((db) => db.deleteFrom('outbox').execute());

  await acceptSignup({ email: 'ann@example.org' }, { ...deps, now: minutes(1) });

  const rows = await rowsOf(store, 'outbox');
  expect(rows).toMatchObject([{ status: 'dropped', mail: null }]);
  expect(JSON.stringify(rows)).not.toMatch(/example|token/);
});
