import { test } from 'vitest';
import { killedForms, killUnderLoad } from '#test/kill-rounds.ts';
import { storeKinds, useStores } from '#test/stand-ins/stores.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 4);
const stores = useStores();

test.each(storeKinds.flatMap((kind) => killedForms.map((form) => [kind, form] as const)))(
  '%s: every %s answered with 200 before kill -9 is stored once, with its emails',
  async (kind, form) => killUnderLoad(await stores.create(kind), { rounds, form }),
  20_000 + rounds * 3_000,
);
