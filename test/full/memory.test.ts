import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { writeBuild } from '#test/http/delivery-build.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { openNextPublished, openPublished } from '#lib/delivery/published.ts';
import { createMemoryCounter } from '#lib/http/limits-counter.ts';

/** Waits until the garbage collector has removed all objects. One collection may leave some. */
async function untilCollected(references: readonly WeakRef<object>[]): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await vi.waitFor(
    async () => {
      // An object stays alive until the end of the job in which its WeakRef is created or read.
      await sleep(10);
      collect();
      expect(references.filter((reference) => reference.deref() !== undefined)).toEqual([]);
    },
    { timeout: 20_000 },
  );
}

test('a counter does not keep the counted requests in memory', async () => {
  const requests = new AsyncLocalStorage<object>();
  const count = createMemoryCounter({ name: 'search', rule: { points: 5, seconds: 600 } });
  const take = async (key: string) => {
    const request = { body: 'x'.repeat(1000) };
    await requests.run(request, () => count(key));
    return new WeakRef(request);
  };

  const counted = [await take('a'), await take('b')];

  await untilCollected(counted);
  expect(await count('a')).toMatchObject({ consumed: 2 });
});

test('after 50 publications, no earlier one is in memory', async () => {
  const folder = makeFolder();
  const build = (turn: number) =>
    writeBuild(folder, {
      siteUrl: 'http://localhost:4321',
      pages: [
        { path: '/a', html: 'A', markdown: 'A' },
        { path: '/b', html: `B ${turn} ${'x'.repeat(10_000)}`, markdown: 'B' },
        { path: '/404', html: 'Missing', markdown: 'Missing', status: 404 },
      ],
    });
  build(0);
  let published = openPublished(folder);
  const previous: WeakRef<object>[] = [];

  for (let turn = 1; turn <= 50; turn++) {
    previous.push(
      ...[published, published.manifest].map((each) => new WeakRef<object>(each)),
      new WeakRef(published.addresses.get('/b')!.html.identity.stored),
    );
    published = await openNextPublished(published, build(turn));
  }

  await untilCollected(previous);
});
