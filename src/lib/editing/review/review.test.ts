import { expect, test } from 'vitest';
import { createChangeSets } from '#lib/store/desk/editing-change-sets.ts';
import { createDrafts } from '#lib/store/desk/editing-drafts.ts';
import { createComments, createOpenEntries } from '#lib/store/desk/editing-notes.ts';
import type { Finding, Severity } from '#lib/content/checking/problem.ts';
import { useStores } from '#test/stand-ins/stores.ts';
import type { EditingDesk } from '#lib/editing/desk.ts';
import { saveDraft } from '#lib/editing/save-draft.ts';
import { actOnChangeSet } from './review.ts';

const stores = useStores();
const ann = { email: 'ann@staff.example', name: 'Ann' };
const now = Date.parse('2026-11-21T09:30:00Z');

const finding = (severity: Severity): Finding => ({
  line: 3,
  message: 'a link leads nowhere',
  fix: 'fix it',
  severity,
});

type Check = (file: string) => Promise<readonly Finding[]>;

/** Opens a desk with drafts of these files in one set. @param check returns the problems of a file */
async function openDesk(files: readonly string[], check: Check) {
  const store = await stores.open('sqlite');
  const [drafts, changeSets] = [createDrafts(store), createChangeSets(store)];
  let taken = 0;
  const desk = {
    drafts,
    changeSets,
    comments: createComments(store),
    openEntries: createOpenEntries(store),
    editorsPublish: 'reviewed',
    repository: { read: async () => undefined },
    rendering: { render: async ({ file = '' }) => ({ problems: await check(file) }) },
    takeCommits: async () => void (taken += 1),
  } as unknown as EditingDesk;
  let id: string | undefined;
  const save = async (file: string, text: string) => {
    const version = (await drafts.find(file))?.version ?? 0;
    await saveDraft(desk, { file, version, basedOn: null, text }, { who: ann, changeSet: id });
    id ??= (await drafts.find(file))?.changeSet;
  };
  for (const file of files) await save(file, `Text of ${file}`);
  const set = id ?? '';
  const submit = () => {
    const form = new FormData();
    form.set('action', 'submit');
    form.set('sentence', 'New fees');
    const member = { ...ann, roles: ['editor' as const] };
    return actOnChangeSet(form, desk, { id: set, member, toMoment: () => undefined, now });
  };
  return { submit, save, set: () => changeSets.find(set), list: () => drafts.list(set), taken: () => taken };
}

test('a set whose drafts have errors is not submitted, and its drafts stay', async () => {
  const files = ['pages/fees.mdx', 'pages/help.mdx'];
  const desk = await openDesk(files, async (file) =>
    file === 'pages/help.mdx' ? [finding('error'), finding('fatal'), finding('warning')] : [],
  );

  await expect(desk.submit()).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: 'These changes have 2 errors.',
  });

  expect(await desk.set()).toMatchObject({ state: 'editing', sentence: '' });
  expect((await desk.list()).map(({ path, text }) => [path, text])).toEqual(
    files.map((file) => [file, `Text of ${file}`]),
  );
});

test('a set with warnings is submitted', async () => {
  const desk = await openDesk(['pages/fees.mdx'], async () => [finding('warning')]);

  await desk.submit();

  expect(await desk.set()).toMatchObject({ state: 'review', sentence: 'New fees' });
  expect(desk.taken()).toBe(0);
});

test('an error that a commit from elsewhere has fixed does not refuse the set', async () => {
  const desk = await openDesk(['pages/fees.mdx'], async () => (desk.taken() === 0 ? [finding('error')] : []));

  await desk.submit();

  expect(await desk.set()).toMatchObject({ state: 'review' });
});

test('a draft that is saved during the check is not submitted unchecked', async () => {
  const desk = await openDesk(['pages/fees.mdx'], async (file) => {
    await desk.save(file, 'Saved meanwhile');
    return [];
  });

  await expect(desk.submit()).rejects.toMatchObject({ message: expect.stringContaining('has changed this') });

  expect(await desk.set()).toMatchObject({ state: 'editing' });
});

test('a set that cannot be checked is not submitted', async () => {
  const desk = await openDesk(['pages/fees.mdx'], async () => {
    throw new Error('the process has ended');
  });

  await expect(desk.submit()).rejects.toMatchObject({
    message: 'These changes can’t be checked at the moment.',
  });

  expect(await desk.set()).toMatchObject({ state: 'editing' });
});
