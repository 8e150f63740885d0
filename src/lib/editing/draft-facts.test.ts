import { expect, test } from 'vitest';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import { createDraftFacts } from './draft-facts.ts';

const draftOf = (path: string, text: string | null, version = 1): Draft => ({
  id: path,
  path,
  text,
  version,
  movedFrom: null,
  basedOn: null,
  changeSet: 'set',
  savedAt: 1,
  savedBy: { email: 'ann@example.org', name: 'Ann' },
  authors: [],
});

test('reads the title and owner of each draft, and neither from a broken or removed one', async () => {
  const readFacts = createDraftFacts();

  const facts = await readFacts([
    draftOf('pages/a.mdx', '---\ntitle: A page\nowner: ines\n---\n'),
    draftOf('people/b.mdx', '---\nname: Ben\n---\n'),
    draftOf('pages/broken.mdx', '---\ntitle: [\n---\n'),
    draftOf('pages/removed.mdx', null),
    draftOf('pages/a.png', 'data:image/png;base64,AA=='),
  ]);

  expect(Object.fromEntries(facts)).toEqual({
    'pages/a.mdx': { title: 'A page', owner: 'ines' },
    'people/b.mdx': { title: 'Ben', owner: undefined },
    'pages/broken.mdx': { title: undefined, owner: undefined },
    'pages/removed.mdx': { title: undefined, owner: undefined },
  });
});

test('yields to the event loop between drafts, and reads each saved version once', async () => {
  const readFacts = createDraftFacts();
  const drafts = Array.from({ length: 50 }, (_, at) => draftOf(`pages/${at}.mdx`, '---\ntitle: A\n---\n'));
  let turns = 0;
  const countTurns = (): void => {
    turns += 1;
    timer = setImmediate(countTurns);
  };
  let timer = setImmediate(countTurns);

  await readFacts(drafts);
  const first = turns;
  const again = await readFacts([...drafts.slice(1), draftOf('pages/0.mdx', '---\ntitle: B\n---\n', 2)]);
  clearImmediate(timer);

  expect(first).toBeGreaterThanOrEqual(49);
  expect(turns - first).toBeLessThan(5);
  expect(again.get('pages/0.mdx')?.title).toBe('B');
});
