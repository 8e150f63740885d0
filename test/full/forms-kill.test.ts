import { test } from 'vitest';
import { killUnderLoad } from '#test/kill-rounds.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 10);
const stores = useStores();

test.each(storeKinds)(
  '%s: everything answered with 200 before kill -9 is stored, each registration once, with its emails',
  async (kind) => killUnderLoad(await stores.create(kind), rounds),
  20_000 + rounds * 3_000,
);
