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

/** Registers gauges that are read at each scrape. */
export function registerObserved(
  registry: Registry,
  { server, readOutbox, patience = 2_000 }: Observed,
): void {
  const registers = [registry];
  new Gauge({
    name: 'lectern_http_connections',
    help: 'Connections that are open to the public server.',
    registers,
    async collect() {
      this.set(await countConnections(server));
    },
  });
  const latency = new Gauge({
    name: 'lectern_store_latency_seconds',
    help: 'Time that the store took for one small read just now.',
    registers,
  });
  const mails = new Gauge({
    name: 'lectern_outbox_mails',
    help: 'Mails that wait to be sent, and parked ones that want a person.',
    labelNames: ['status'],
    registers,
  });
  const oldest = new Gauge({
    name: 'lectern_outbox_oldest_seconds',
    help: 'Age of the mail that has waited longest; 0 when none waits.',
    registers,
  });
  new Gauge({
    name: 'lectern_store_up',
    help: '1 when the store answered just now.',
    registers,
    async collect() {
      const began = performance.now();
      const state = await within(patience, readOutbox());
      this.set(state === undefined ? 0 : 1);
      latency.set((performance.now() - began) / 1000);
      // While the store is away nobody knows: no figure is better than an old one.
      mails.reset();
      oldest.reset();
      if (state === undefined) {
        oldest.remove();
        return;
      }
      mails.set({ status: 'queued' }, state.queued);
      mails.set({ status: 'parked' }, state.parked);
      oldest.set(state.oldestQueuedSeconds);
    },
  });
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
