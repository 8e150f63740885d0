import type { Server } from 'node:http';
import { Gauge, type Registry } from 'prom-client';
import type { OutboxState } from '#lib/store/outbox-state.ts';

/** What is asked for its state when somebody asks for metrics. */
export type Observed = {
  server: Pick<Server, 'getConnections'>;
  /** @throws when the store is away */
  readOutbox: () => Promise<OutboxState>;
  /** Milliseconds that the store may take before it counts as away. */
  patience?: number;
};

type Seen = { seconds: number; outbox: OutboxState | undefined };

/** Registers gauges that are read at each scrape. */
export function registerObserved(registry: Registry, observed: Observed): void {
  const { server } = observed;
  const look = createLook(observed);
  const gauge = (name: string, help: string, collect: (this: Gauge) => Promise<void>, ...labels: string[]) =>
    new Gauge({ name, help, labelNames: labels, registers: [registry], collect });
  gauge('lectern_http_connections', 'Connections that are open to the public server.', async function () {
    this.set(await countConnections(server));
  });
  gauge('lectern_store_up', '1 when the store answered just now.', async function () {
    this.set((await look()).outbox === undefined ? 0 : 1);
  });
  gauge('lectern_store_latency_seconds', 'Time of one small read of the store just now.', async function () {
    this.set((await look()).seconds);
  });
  // While the store is away nobody knows the following: no figure is better than an old one.
  gauge(
    'lectern_outbox_mails',
    'Mails that wait to be sent, and parked and held ones that want a person.',
    async function () {
      const { outbox } = await look();
      this.reset();
      if (outbox === undefined) return;
      this.set({ status: 'queued' }, outbox.queued);
      this.set({ status: 'parked' }, outbox.parked);
      this.set({ status: 'held' }, outbox.held);
    },
    'status',
  );
  gauge(
    'lectern_outbox_oldest_seconds',
    'Age of the mail that has waited longest; 0: none.',
    async function () {
      const { outbox } = await look();
      if (outbox === undefined) this.remove();
      else this.set(outbox.oldestQueuedSeconds);
    },
  );
}

/** Reads the store once for all gauges of a scrape, which ask in the same turn. */
function createLook({ readOutbox, patience = 2_000 }: Observed): () => Promise<Seen> {
  let looking: Promise<Seen> | undefined;
  return () =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));

  async function look(): Promise<Seen> {
    const began = performance.now();
    const outbox = await within(patience, readOutbox());
    return { outbox, seconds: (performance.now() - began) / 1000 };
  }
}

function countConnections(server: Pick<Server, 'getConnections'>): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}

/** Undefined for what fails or takes too long. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
