import { test } from 'vitest';
import { killUnderLoad } from '#test/kill-rounds.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';

const stores = useStores();

test.each(storeKinds)(
  '%s: every 200 before a kill -9 is stored, each registration once, with its mails',
  async (kind) => killUnderLoad(await stores.place(kind), 1),
);
