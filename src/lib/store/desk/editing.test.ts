import { expect } from 'vitest';
import { testOnStores } from '#test/stand-ins/stores.ts';
import { createComments, createOpenEntries, createPreviewLinks } from './editing-notes.ts';
import { allowed, ann, bob, now, path, save, openEditing } from './editing.fixture.ts';

const test = testOnStores(openEditing);

test('when two people save the same version at the same time, one of them gets the other’s text', async ({
  drafts,
}) => {
  const input = { path, basedOn: 'b1', now, title: 'Fees' };
  await drafts.save({ ...input, version: 0, text: 'first', by: ann });

  const results = await Promise.all([
    drafts.save({ ...input, version: 1, text: 'of Ann', by: ann }),
    drafts.save({ ...input, version: 1, text: 'of Bob', by: bob }),
  ]);

  const saved = results.flatMap((result) => ('draft' in result ? [result.draft] : []));
  const refused = results.flatMap((result) => ('conflict' in result ? [result.conflict] : []));
  expect(saved).toHaveLength(1);
  expect(refused).toMatchObject([{ text: saved[0]?.text, version: 2 }]);
  expect(await drafts.find(path)).toMatchObject({ text: saved[0]?.text, changeSet: saved[0]?.changeSet });
});

test('saving, adding, discarding or moving a draft sends its set back to editing', async (opened) => {
  const { sets, drafts, log } = opened;
  const fees = await save(opened, 'one');
  const { changeSet } = fees;
  const other = await save(opened, 'other', 0, bob, 'pages/visit.mdx');
  const add = (file: string, text: string) =>
    drafts.save({ path: file, version: 0, basedOn: null, text, by: ann, now, title: file, changeSet });
  const contact = await add('pages/contact.mdx', 'contact');
  const moved = 'draft' in contact ? contact.draft : fees;
  const changes: readonly (() => Promise<unknown>)[] = [
    () => save(opened, 'two', 1, bob),
    () => add('pages/map.mdx', 'map'),
    async () => drafts.discard([(await drafts.find('pages/map.mdx'))!], { who: bob.email, now }),
    () => drafts.moveTo([moved], { changeSet: other.changeSet, who: bob.email, now }),
  ];

  const states: unknown[] = [];
  for (const change of changes) {
    await sets.submit(changeSet, 'New fees', allowed(ann));
    await sets.approve(changeSet, { publishAt: now + 60_000, approved: 'd', isOwn: false }, allowed(bob));
    await change();
    const set = await sets.find(changeSet);
    states.push([set?.state, set?.approved, set?.publish_at, set?.decided_by, set?.takenBack?.approvedBy]);
  }

  expect(states).toEqual(changes.map(() => ['editing', null, null, null, bob.name]));
  const reopened = (await log.about(changeSet)).filter(({ action }) => action === 'changes-reopened');
  expect(reopened.map(({ who, facts }) => `${who} ${facts['path']}`).toSorted()).toEqual([
    `${ann.email} pages/map.mdx`,
    `${bob.email} pages/contact.mdx`,
    `${bob.email} ${path}`,
    `${bob.email} pages/map.mdx`,
  ]);
  expect(await drafts.find(path)).toMatchObject({ authors: [ann.email, bob.email], version: 2 });
});

test('an unknown or published set accepts no drafts, and a discarded draft is not mistaken for its successor', async (opened) => {
  const { sets, drafts } = opened;
  const first = await save(opened, 'one');
  const add = (changeSet: string) =>
    drafts.save({
      path: 'pages/map.mdx',
      version: 0,
      basedOn: null,
      text: 'map',
      by: ann,
      now,
      title: 'Map',
      changeSet,
    });

  const unknown = await add('none');
  await drafts.discard([first], { who: ann.email, now });
  const second = await save(opened, 'two');
  const stale = await drafts.discard([first], { who: ann.email, now });
  await sets.finish(second.changeSet, { commit: 'c1', files: [], seen: [first], who: ann.email, now });
  const published = await add(second.changeSet);

  expect([unknown, published, stale]).toEqual([{ refused: true }, { refused: true }, false]);
  expect(second.version).toBe(first.version);
  expect(await drafts.find(path)).toMatchObject({ id: second.id, text: 'two' });
});

test('listProposed lists the branch and commit of a proposal until it is discarded', async ({
  sets,
  drafts,
}) => {
  const proposal = { branch: 'fees', commit: 'c1', title: 'Fees', sentence: 'New fees', saysBy: 'Bob' };
  const id = await sets.propose(
    { ...proposal, files: [{ path, basedOn: 'b1', text: 'one' }] },
    { who: ann, now },
  );

  const known = await sets.listProposed();
  const [draft] = await drafts.list(id);
  await drafts.discard(draft ? [draft] : [], { who: ann.email, now });

  expect(known).toEqual([{ branch: 'fees', branch_commit: 'c1' }]);
  expect(draft).toMatchObject({ path, authors: [ann.email] });
  expect(await sets.listProposed()).toEqual([]);
});

test('discarding or moving the last draft of a set deletes the set, and an outdated version is not discarded', async (opened) => {
  const { drafts, sets } = opened;
  const fees = await save(opened, 'one');
  const contact = await save(opened, null, 0, bob, 'pages/contact.mdx');

  const isMoved = await drafts.moveTo([contact], { changeSet: fees.changeSet, who: ann.email, now });
  const emptied = await sets.find(contact.changeSet);
  const outdated = await drafts.discard([contact, { ...fees, version: 7 }], { who: ann.email, now });
  const discarded = await drafts.discard([fees], { who: ann.email, now });

  expect([isMoved, emptied, outdated, discarded]).toEqual([true, undefined, false, true]);
  expect(await drafts.list(fees.changeSet)).toMatchObject([{ path: contact.path, text: null }]);
  await drafts.discard([contact], { who: ann.email, now });
  expect(await sets.list(['editing'])).toEqual([]);
});

test('comments are stored, and preview links and open entries expire', async (opened) => {
  const { store } = opened;
  const { changeSet } = await save(opened, 'one');
  const [links, comments, entries] = [
    createPreviewLinks(store),
    createComments(store),
    createOpenEntries(store),
  ];
  const doer = { who: bob, now };

  await comments.add(changeSet, { path, line: 3, quote: 'fee: 6', text: 'Seven?' }, doer);
  const link = await links.add({ changeSet, path: '/fees', expiresAt: now + 1_000 }, doer);
  const [fresh, expired] = [await links.list(changeSet, now), await links.list(changeSet, now + 1_000)];
  const revoked = [await links.revoke(link, doer), await links.revoke(link, doer)];
  await entries.see(path, ann, { now, since: now - 1 });
  const others = await entries.see(path, bob, { now: now + 1, since: now });
  const alone = await entries.see(path, bob, { now: now + 9, since: now + 1 });

  expect(await comments.list(changeSet)).toMatchObject([{ line: 3, text: 'Seven?', by_name: 'Bob' }]);
  expect([fresh.length, expired.length, revoked]).toEqual([1, 0, [true, false]]);
  expect([others, alone]).toEqual([[ann], []]);
});
