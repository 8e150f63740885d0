import { expect, test } from 'vitest';
import type { ChangeSet } from '#lib/store/desk/editing-change-sets.ts';
import { createChangePublisher } from './change-set-publisher.ts';

type Options = Parameters<typeof createChangePublisher>[0];

test('a publication that is retried says so to people who do not know git, and leaves the reason to the log', async () => {
  const { promise: failed, resolve } = Promise.withResolvers<{
    failure: string;
    retryAt?: number | undefined;
  }>();
  const reason = new Error('the repository cannot be reached (git fetch: timed out)');
  const logged: unknown[] = [];
  const due = [{ id: 'set' } as ChangeSet];
  const publisher = createChangePublisher({
    desk: {
      changeSets: {
        leaseDue: async () => due.pop(),
        endLease: async () => undefined,
        list: async () => [],
        fail: async (_id: string, failure: { failure: string; retryAt?: number }) => resolve(failure),
      },
      drafts: {
        list: async () => {
          throw reason;
        },
      },
    } as unknown as Options['desk'],
    repository: {} as Options['repository'],
    hashOf: () => '',
    served: async () => ({ hashes: new Map(), publishedAt: 0 }),
    log: (_line, error) => logged.push(error),
    now: () => 0,
  });

  publisher.start();
  const { failure, retryAt } = await failed;
  await publisher.stop();

  expect(retryAt).toBe(30_000);
  expect(failure).toMatch(/^The site could not store these changes\. .* tell the administrator: /);
  expect(failure).not.toContain('git');
  expect(logged).toEqual([reason]);
});
