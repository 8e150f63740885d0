import { expect, test } from 'vitest';
import { createChangeSets } from '#lib/store/desk/editing-change-sets.ts';
import { createDrafts } from '#lib/store/desk/editing-drafts.ts';
import { createOpenEntries } from '#lib/store/desk/editing-notes.ts';
import { useStores } from '#test/stand-ins/stores.ts';
import { type EditingDesk } from './desk.ts';
import { saveDraft } from './save-draft.ts';
import type { ContentRepository } from '#lib/repository/repository.ts';

const stores = useStores();
const who = { email: 'ann@staff.example', name: 'Ann' };
const file = 'pages/fees.mdx';

test('a saved draft keeps the line ends of the published file', async () => {
  const store = await stores.open('sqlite');
  const published = { blob: 'b1', content: Buffer.from('Fee: 600\nDays: 5\n') };
  const repository: Pick<ContentRepository, 'read' | 'readShownBlob'> = {
    read: async () => published,
    readShownBlob: async () => published.content,
  };
  const drafts = createDrafts(store);
  const desk = { drafts, repository, openEntries: createOpenEntries(store) } as unknown as EditingDesk;

  const text = 'Fee: 600\nFrom Word\r\nAgain\r\nDays: 5\n';
  await saveDraft(desk, { file, version: 0, basedOn: 'b1', text }, { who });

  expect((await drafts.find(file))?.text).toBe('Fee: 600\nFrom Word\nAgain\nDays: 5\n');
});

test('returns the published text as a conflict if the draft was published during the save', async () => {
  const store = await stores.open('sqlite');
  const [drafts, changeSets] = [createDrafts(store), createChangeSets(store)];
  const blobs = new Map([['before', 'Fee: 600']]);
  let published = 'before';
  let whileReading = async () => {};
  const repository: Pick<ContentRepository, 'read' | 'readShownBlob'> = {
    async read() {
      const blob = published;
      await whileReading();
      return { blob, content: Buffer.from(blobs.get(blob) ?? '') };
    },
    readShownBlob: async (blob) => Buffer.from(blobs.get(blob) ?? ''),
  };
  const desk = {
    drafts,
    changeSets,
    repository,
    openEntries: createOpenEntries(store),
  } as unknown as EditingDesk;
  await saveDraft(desk, { file, version: 0, basedOn: 'before', text: 'Fee: 700' }, { who });
  const draft = await drafts.find(file);
  whileReading = async () => {
    whileReading = async () => {};
    blobs.set('after', 'Fee: 700');
    published = 'after';
    const input = { commit: 'c1', files: [], seen: draft ? [draft] : [], who: who.email, now: 1 };
    await changeSets.finish(draft?.changeSet ?? '', input);
  };

  const result = await saveDraft(desk, { file, version: 1, basedOn: 'before', text: 'Fee: 750' }, { who });

  expect(result).toEqual({
    conflict: {
      reason: 'saved',
      version: 0,
      basedOn: 'after',
      savedBy: undefined,
      text: 'Fee: 700',
      base: 'Fee: 700',
    },
  });
});

test('the facts of the institute are not saved beside a repository of the collections alone', async () => {
  const store = await stores.open('sqlite');
  const drafts = createDrafts(store);
  const desk = { drafts, repository: { isWhole: false } } as unknown as EditingDesk;
  const input = { file: 'institute.yaml', version: 0, basedOn: null, text: 'name: Lark' };

  await expect(saveDraft(desk, input, { who })).rejects.toThrow('no entry institute.yaml');
  expect(await drafts.listAll()).toEqual([]);
});
