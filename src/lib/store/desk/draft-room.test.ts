import { expect } from 'vitest';
import { isApiError } from '#lib/http/api-error.ts';
import { testOnStores } from '#test/stand-ins/stores.ts';
import { requireRoom } from './draft-room.ts';
import { ann, now, openEditing } from './editing.fixture.ts';

const test = testOnStores(openEditing);

test('requireRoom limits the size of a set, of all texts and of all drafts', async ({ store, drafts }) => {
  const save = async (path: string, text: string | null) => {
    const result = await drafts.save({ path, version: 0, basedOn: null, text, by: ann, now, title: path });
    return 'draft' in result ? result.draft.changeSet : '';
  };
  const set = await save('pages/a.mdx', 'é'.repeat(50));
  await save('pages/a.png', 'x'.repeat(200));
  await save('pages/gone.mdx', null);
  const check = (room: { set: number; texts: number; all: number }) =>
    store
      .transaction((tx) => requireRoom(tx, set, room))
      .then(
        () => 'fits',
        (error: unknown) => (isApiError(error) ? `${error.code} ${error.message.slice(0, 13)}` : error),
      );

  const fits = await check({ set: 100, texts: 100, all: 300 });
  const over = [
    await check({ set: 99, texts: 100, all: 300 }),
    await check({ set: 100, texts: 99, all: 300 }),
    await check({ set: 100, texts: 100, all: 299 }),
  ];

  expect(fits).toBe('fits');
  expect(over).toEqual([
    'PAYLOAD_TOO_LARGE These changes',
    'PAYLOAD_TOO_LARGE The drafts of',
    'PAYLOAD_TOO_LARGE The drafts of',
  ]);
});

test('a draft over the limit is not stored, and listAll returns pictures without their content', async ({
  drafts,
}) => {
  const picture = 'x'.repeat(30 << 20);
  await drafts.save({
    path: 'pages/a.mdx',
    version: 0,
    basedOn: null,
    text: 'a',
    by: ann,
    now,
    title: 'a',
  });
  const add = (path: string) =>
    drafts.addBeside('pages/a.mdx', { path, basedOn: null, text: picture, by: ann, now, title: path });

  const added = [await add('pages/one.gif'), await add('pages/two.gif')];
  const refused = await add('pages/three.gif').catch((error: unknown) => isApiError(error) && error.code);
  const all = await drafts.listAll();

  expect([...added, refused]).toEqual(['added', 'added', 'PAYLOAD_TOO_LARGE']);
  expect(all.map(({ path, text }) => [path, text])).toEqual([
    ['pages/a.mdx', 'a'],
    ['pages/one.gif', ''],
    ['pages/two.gif', ''],
  ]);
});
