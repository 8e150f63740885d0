import { expect } from 'vitest';
import { testOnStores } from '#test/stand-ins/stores.ts';
import { allowed, ann, bob, now, path, openEditing, save, saveApproved } from './editing.fixture.ts';

const test = testOnStores(openEditing);

test('only one of several servers publishes a scheduled set, once it is due', async (opened) => {
  const { sets, drafts, log } = opened;
  const draft = await save(opened, 'one');
  const { changeSet } = draft;
  await sets.submit(changeSet, 'New fees', allowed(ann));
  await sets.approve(
    changeSet,
    { publishAt: now + 5, approved: 'digest', isOwn: false },
    allowed(bob, now + 1),
  );
  const lease = (by: string, at: number) => sets.leaseDue({ by, now: at, leaseMs: 60_000 });

  const early = await lease('a', now);
  const leases = await Promise.all([lease('a', now + 5), lease('b', now + 5)]);
  await save(opened, 'a late save', 1);
  await sets.finish(changeSet, {
    commit: 'c1',
    seen: [draft],
    who: bob.email,
    now: now + 6,
    files: [{ path, movedFrom: null, hash: 'h1' }],
  });

  expect(early).toBeUndefined();
  expect(leases.filter((leased) => leased?.id === changeSet)).toHaveLength(1);
  expect(await sets.find(changeSet)).toMatchObject({ state: 'published', commit_id: 'c1' });
  const late = await drafts.find(path);
  expect(late).toMatchObject({ text: 'a late save', version: 2 });
  expect(late?.changeSet).not.toBe(changeSet);
  const actions = (await log.about(changeSet)).map(({ action }) => action).toSorted();
  expect(actions).toEqual([
    ...['changes-approved', 'changes-published', 'changes-reopened', 'changes-submitted'],
  ]);
});

test('a set that can’t be published goes back to review with the reason', async (opened) => {
  const { sets } = opened;
  const { changeSet } = await saveApproved(opened);
  await sets.leaseDue({ by: 'a', now, leaseMs: 60_000 });

  await sets.fail(changeSet, { failure: 'changed by someone else' });

  expect(await sets.find(changeSet)).toMatchObject({ state: 'review', failure: 'changed by someone else' });
  expect(await sets.leaseDue({ by: 'a', now: now + 1_000_000, leaseMs: 60_000 })).toBeUndefined();
});

test('after a temporary failure a set is retried later, and can be withdrawn until then', async (opened) => {
  const { sets } = opened;
  const draft = await saveApproved(opened);
  const { changeSet } = draft;
  await sets.leaseDue({ by: 'a', now, leaseMs: 60_000 });
  const duringLease = [
    await opened.drafts.discard([draft], { who: ann.email, now: now + 1 }),
    await sets.withdraw(changeSet, allowed(ann, now + 1)),
  ];

  await sets.fail(changeSet, { failure: 'the repository cannot be reached', retryAt: now + 30_000 });
  const early = await sets.leaseDue({ by: 'a', now: now + 29_999, leaseMs: 60_000 });
  const failed = await sets.find(changeSet);
  const withdrawn = await sets.withdraw(changeSet, allowed(ann, now + 2));

  expect([duringLease, early, withdrawn]).toEqual([[false, false], undefined, true]);
  expect(failed).toMatchObject({ state: 'scheduled', publish_at: now + 30_000 });
  expect(await sets.find(changeSet)).toMatchObject({ state: 'editing', failure: null });
});

test('a lease can be renewed until a save revokes the approval, and taken over once it ends', async (opened) => {
  const { sets } = opened;
  const { changeSet } = await saveApproved(opened);
  const lease = (by: string, at: number) => sets.leaseDue({ by, now: at, leaseMs: 20 });

  await lease('a', now);
  const renewed = await sets.renewLease({ id: changeSet, approved: 'digest' }, { by: 'a', until: now + 40 });
  const [tooEarly, takenOver] = [await lease('b', now + 30), await lease('b', now + 40)];
  const lost = await sets.renewLease({ id: changeSet, approved: 'digest' }, { by: 'a', until: now + 80 });
  await save(opened, 'a late save', 1);
  const takenBack = await sets.renewLease(
    { id: changeSet, approved: 'digest' },
    { by: 'b', until: now + 80 },
  );

  expect([renewed, tooEarly, takenOver?.id]).toEqual([true, undefined, changeSet]);
  expect([lost, takenBack]).toEqual([false, false]);
});

test('a lease is not renewed if a different digest was approved since', async (opened) => {
  const { sets } = opened;
  const { changeSet } = await save(opened, 'one');
  await sets.submit(changeSet, 'New fees', allowed(ann));
  await sets.approve(changeSet, { publishAt: now, approved: 'first', isOwn: false }, allowed(bob));
  const leased = await sets.leaseDue({ by: 'a', now, leaseMs: 20 });
  // The process was paused until after its lease ended.
  const later = now + 30;
  await sets.unschedule(changeSet, allowed(bob, later));
  await sets.approve(changeSet, { publishAt: later, approved: 'second', isOwn: false }, allowed(bob, later));

  const renewed = await sets.renewLease(leased!, { by: 'a', until: later + 20 });

  expect(renewed).toBe(false);
});

test('a picture joins the set of its entry, but not while the set is being published', async (opened) => {
  const { sets, drafts } = opened;
  const picture = 'pages/pit.png';
  const add = (at: number) =>
    drafts.addBeside(path, { path: picture, basedOn: null, text: 'data', by: ann, now: at, title: path });
  const withoutDraft = await add(now);
  const { changeSet } = await saveApproved(opened);
  await sets.leaseDue({ by: 'a', now, leaseMs: 20 });

  const [leased, afterwards] = [await add(now + 10), await add(now + 20)];
  const renewed = await sets.renewLease({ id: changeSet, approved: 'digest' }, { by: 'a', until: now + 40 });

  expect([withoutDraft, leased, afterwards, renewed]).toEqual(['busy', 'busy', 'added', false]);
  expect(await drafts.find(picture)).toMatchObject({ changeSet, text: 'data' });
});

test('a picture never replaces a draft that has different content or is in a different set', async (opened) => {
  const { drafts } = opened;
  const picture = 'pages/pit.png';
  await save(opened, 'one');
  await save(opened, 'two', 0, bob, 'pages/visit.mdx');
  const add = (entry: string, text: string) =>
    drafts.addBeside(entry, { path: picture, basedOn: null, text, by: bob, now, title: entry });

  const results = [
    ...[await add(path, 'first'), await add(path, 'first')],
    ...[await add(path, 'other'), await add('pages/visit.mdx', 'first')],
  ];

  expect(results).toEqual(['added', 'added', 'taken', 'taken']);
  expect(await drafts.find(picture)).toMatchObject({ text: 'first', version: 1 });
});

test('a set that waits for a retry can be withdrawn, and is published only once', async (opened) => {
  const { sets, drafts } = opened;
  const draft = await saveApproved(opened);
  const { changeSet } = draft;
  await sets.leaseDue({ by: 'a', now, leaseMs: 20 });
  await sets.fail(changeSet, { failure: 'unreachable', retryAt: now + 30 });
  const finish = (commit: string) =>
    sets.finish(changeSet, {
      commit,
      seen: [draft],
      who: bob.email,
      now,
      files: [{ path, movedFrom: null, hash: 'h1' }],
    });

  const early = await sets.leaseDue({ by: 'a', now: now + 10, leaseMs: 20 });
  const withdrawn = await sets.withdraw(changeSet, allowed(ann, now + 10));
  await finish('c1');
  await save(opened, 'another draft');
  await finish('c2');

  expect([early, withdrawn]).toEqual([undefined, true]);
  expect(await sets.find(changeSet)).toMatchObject({ state: 'published', commit_id: 'c1' });
  expect(await drafts.find(path)).toMatchObject({ text: 'another draft', version: 1 });
});
