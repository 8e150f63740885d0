import type { LoaderContext } from 'astro/loaders';
import { expect, test } from 'vitest';
import { prompt, type SavedFile } from './instant-loader.ts';

type Given = Pick<LoaderContext, 'watcher' | 'refreshContextData'>;

function recording() {
  const done: string[] = [];
  const loader = prompt({
    name: 'files',
    load: async ({ watcher }) => {
      done.push('all');
      watcher?.on('change', (file) => void done.push(`changed ${file}`));
    },
  });
  const load = (given: Partial<Given>) => loader.load(given as LoaderContext);
  return { done, load };
}

const own = { add: () => undefined, on: () => expect.fail('the watcher got a listener') };
const watcher = own as unknown as NonNullable<LoaderContext['watcher']>;
const saved = (): SavedFile => ({ event: 'change', file: '/peat.mdx', isTaken: false });

test('a file that was saved is read alone, and the watcher brings it no second time', async () => {
  const { done, load } = recording();
  const file = saved();

  await load({ watcher });
  await load({ watcher, refreshContextData: file });

  expect(done).toEqual(['all', 'changed /peat.mdx']);
  expect(file.isTaken).toBe(true);
});

test('before anything was read, a file that was saved has everything read', async () => {
  const { done, load } = recording();

  await load({ watcher, refreshContextData: saved() });

  expect(done).toEqual(['all']);
});
