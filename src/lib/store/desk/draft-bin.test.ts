import { expect } from 'vitest';
import { retentionDays } from '#test/signups.ts';
import { testOnStores } from '#test/stand-ins/stores.ts';
import { sweep } from '#lib/store/retention.ts';
import { createDraftBin } from './draft-bin.ts';
import { ann, bob, now, path, save, openEditing } from './editing.fixture.ts';

const test = testOnStores(openEditing);

async function listDrafts(bin: ReturnType<typeof createDraftBin>) {
  const { rows } = await bin.page({ limit: 9 });
  return rows.flatMap(({ drafts }) => drafts);
}

test('discarded drafts are restored together, once, with their authors, unless a file has another draft', async (opened) => {
  const { store, drafts, sets } = opened;
  const bin = createDraftBin(store);
  const first = await save(opened, 'fees');
  const beside = { path: 'pages/pit.jpg', basedOn: null, text: 'data', by: ann, now, title: '' };
  await drafts.addBeside(path, beside);

  await drafts.discard(await drafts.list(first.changeSet), { who: bob.email, now: now + 1 });
  const binned = await listDrafts(bin);
  const batch = binned[0]?.batch ?? '';
  const later = await save(opened, 'other');
  const taken = await bin.restore(batch, { who: bob, now: now + 2 });
  await drafts.discard([later], { who: bob.email, now: now + 3, isMoved: true });
  const restored = await bin.restore(batch, { who: bob, now: now + 4 });
  const again = await bin.restore(batch, { who: bob, now: now + 5 });
  const found = restored !== 'gone' && 'changeSet' in restored ? await drafts.list(restored.changeSet) : [];

  expect(binned.map((row) => [row.path, row.discarded_by, row.batch])).toEqual(
    expect.arrayContaining([
      [path, bob.email, batch],
      ['pages/pit.jpg', bob.email, batch],
    ]),
  );
  expect([taken, again]).toEqual([{ taken: path }, 'gone']);
  expect(found.map((draft) => [draft.path, draft.text, draft.basedOn, draft.authors])).toEqual([
    [path, 'fees', 'b1', [ann.email, bob.email]],
    ['pages/pit.jpg', 'data', null, [ann.email, bob.email]],
  ]);
  expect(await sets.list(['editing'])).toMatchObject([{ title: 'Fees', created_by: bob.email }]);
  expect(await listDrafts(bin)).toEqual([]);
});

test('nothing is restored if the person may not change one of the drafts', async (opened) => {
  const { drafts } = opened;
  const bin = createDraftBin(opened.store);
  const { changeSet } = await save(opened, 'fees');
  await drafts.discard(await drafts.list(changeSet), { who: bob.email, now: now + 1 });
  const [binned] = await listDrafts(bin);
  const check = (refused: string) => {
    throw new Error(`not ${refused}`);
  };

  await expect(bin.restore(binned!.batch, { who: bob, now: now + 2, check })).rejects.toThrow(`not ${path}`);
  expect(await listDrafts(bin)).toEqual([binned]);
});

test('the bin keeps a draft for 90 days', async (opened) => {
  const { store, drafts } = opened;
  await drafts.discard([await save(opened, 'fees')], { who: bob.email, now });
  const after = (days: number) => new Date(now + days * 24 * 60 * 60 * 1000 + 1);
  // The database refuses to delete log entries that are new by its own clock.
  const days = { ...retentionDays, staffLog: 365 };

  const early = await sweep({ store, retentionDays: days, now: after(89) });
  const due = await sweep({ store, retentionDays: days, now: after(90) });

  expect([early.binnedDrafts, due.binnedDrafts]).toEqual([0, 1]);
  expect(await listDrafts(createDraftBin(store))).toEqual([]);
});

test('the bin has pages, which never separate drafts that were discarded together', async (opened) => {
  const { drafts } = opened;
  const bin = createDraftBin(opened.store);
  for (const [index, text] of ['one', 'two', 'three'].entries()) {
    const { changeSet } = await save(opened, text);
    const beside = { path: 'pages/pit.jpg', basedOn: null, text: 'data', by: ann, now, title: '' };
    await drafts.addBeside(path, beside);
    await drafts.discard(await drafts.list(changeSet), { who: bob.email, now: now + index });
  }

  const first = await bin.page({ limit: 2 });
  const second = await bin.page({ limit: 2, cursor: { id: first.rows[1]?.id ?? '', towards: 'older' } });
  const back = await bin.page({ limit: 2, cursor: { id: second.rows[0]?.id ?? '', towards: 'newer' } });
  const timesOf = (page: typeof first) =>
    page.rows.map((row) => row.drafts.map(({ discarded_at: at }) => at - now));

  expect([timesOf(first), timesOf(second)]).toEqual([
    [
      [2, 2],
      [1, 1],
    ],
    [[0, 0]],
  ]);
  expect([first.hasNewer, first.hasOlder, second.hasNewer, second.hasOlder]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(back.rows).toEqual(first.rows);
});
