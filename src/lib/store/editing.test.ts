import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { storeKinds } from '#test/stand-ins/stores.ts';
import { createDrafts } from './editing-drafts.ts';
import { createComments, createOpenEntries, createPreviewLinks } from './editing-notes.ts';
import { ann, bob, now, path, save, useEditing } from './editing.fixture.ts';

const { open, stores } = useEditing();

for (const kind of storeKinds) {
  test(`${kind}: of two people who save the same version at the same time, one gets the other’s text`, async () => {
    const { drafts } = await open(kind);
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

  test(`${kind}: an approval is for the versions that were seen, and a later save takes it back`, async () => {
    const opened = await open(kind);
    const { sets } = opened;
    const { changeSet } = await save(opened, 'one');
    await sets.submit(changeSet, 'New fees', { who: ann, now });
    await save(opened, 'two', 1, bob);
    const approve = (version: number) =>
      sets.approve(
        changeSet,
        { publishAt: now + 60_000, seen: [{ path, version }], isOwn: false },
        { who: bob, now },
      );

    const approvals = [await approve(1), await approve(2)];
    await save(opened, 'three', 2);

    expect(approvals).toEqual([false, true]);
    expect(await sets.find(changeSet)).toMatchObject({ state: 'review', decided_by: null, publish_at: null });
    expect(await opened.drafts.find(path)).toMatchObject({ authors: [ann.email, bob.email], version: 3 });
  });

  test(`${kind}: a proposal is known by its branch and commit until it is discarded`, async () => {
    const { sets, drafts } = await open(kind);
    const proposal = { branch: 'fees', commit: 'c1', title: 'Fees', sentence: 'New fees', author: bob };
    const id = await sets.propose(
      { ...proposal, files: [{ path, basedOn: 'b1', text: 'one' }] },
      { who: ann, now },
    );

    const known = await sets.listProposed();
    const [draft] = await drafts.list(id);
    await drafts.discard(draft ? [draft] : [], { who: ann.email, now });

    expect(known).toEqual([{ branch: 'fees', branch_commit: 'c1' }]);
    expect(draft).toMatchObject({ path, authors: [bob.email] });
    expect(await sets.listProposed()).toEqual([]);
  }, 20_000);

  test(`${kind}: a discarded draft takes its empty set with it, and a moved one joins another`, async () => {
    const opened = await open(kind);
    const { drafts, sets } = opened;
    const fees = await save(opened, 'one');
    const contact = await save(opened, null, 0, bob, 'pages/contact.mdx');

    const isMoved = await drafts.moveTo([contact], { changeSet: fees.changeSet, who: ann.email, now });
    const emptied = await sets.find(contact.changeSet);
    const outdated = await drafts.discard([contact, { path, version: 7 }], { who: ann.email, now });
    const discarded = await drafts.discard([fees], { who: ann.email, now });

    expect([isMoved, emptied, outdated, discarded]).toEqual([true, undefined, false, true]);
    expect(await drafts.list(fees.changeSet)).toMatchObject([{ path: contact.path, text: null }]);
    await drafts.discard([contact], { who: ann.email, now });
    expect(await sets.list(['editing'])).toEqual([]);
  });

  test(`${kind}: comments, preview links and people with an entry open are kept with their times`, async () => {
    const opened = await open(kind);
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
}

test('a draft whose save resolved is there after the process was killed', async () => {
  const database = await stores.create('sqlite');
  await (await database.open()).close();
  const code = `
    import { openStore } from '#lib/store/open.ts';
    import { createDrafts } from '#lib/store/editing-drafts.ts';
    const drafts = createDrafts(await openStore({ dataDir: ${JSON.stringify(database.options.dataDir)} }));
    for (let version = 0; ; version += 1) {
      await drafts.save({ path: 'a.mdx', version, basedOn: null, text: 'version ' + (version + 1),
        by: { email: 'a@b.example', name: 'A' }, now: Date.now(), title: 'A' });
      process.stdout.write((version + 1) + '\\n');
    }`;
  let output = '';
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'pipe' });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > 20) child.kill('SIGKILL');
  });
  await once(child, 'exit');

  const draft = await createDrafts(await database.open()).find('a.mdx');

  const saved = Number(output.trim().split('\n').at(-1));
  expect(saved).toBeGreaterThanOrEqual(20);
  expect(draft?.version).toBeGreaterThanOrEqual(saved);
  expect(draft?.text).toBe(`version ${draft?.version}`);
});
