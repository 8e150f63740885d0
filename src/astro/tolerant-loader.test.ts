import type { LoaderContext } from 'astro/loaders';
import { expect, test } from 'vitest';
import { forgiving } from './tolerant-loader.ts';

test('a file that does not fit leaves what was known of it, and stops nothing', async () => {
  const known = new Map<string, unknown>([['peat', 'as it was']]);
  const context = {
    parseData: async ({ data }: { data: Record<string, unknown> }) => {
      if (typeof data['credits'] !== 'number') throw new Error('credits');
      return data;
    },
    store: { set: ({ id, data }: { id: string; data: unknown }) => known.set(id, data) },
  } as unknown as LoaderContext;
  const files = { peat: { credits: 'many' }, soil: { credits: 15 } };
  const loader = forgiving({
    name: 'files',
    load: async (given) => {
      for (const [id, data] of Object.entries(files)) {
        given.store.set({ id, data: await given.parseData({ id, data }) });
      }
    },
  });

  await loader.load(context);

  expect([...known]).toEqual([
    ['peat', 'as it was'],
    ['soil', { credits: 15 }],
  ]);
});
