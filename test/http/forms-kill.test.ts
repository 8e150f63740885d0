import { test } from 'vitest';
import { killUnderLoad } from '#test/kill-rounds.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';

const stores = useStores();

test.each(storeKinds)(
  '%s: everything answered with 200 before kill -9 is stored, each registration once, with its emails',
  async (kind) => killUnderLoad(await stores.create(kind), 1),
);
