import type { Server } from 'node:http';
import { Gauge, type Registry } from 'prom-client';
import { within } from '#lib/base/within.ts';
import { registerSiteGauges, type SiteState } from './site-gauges.ts';
import type { OutboxState } from '#lib/store/mail/outbox-state.ts';

/** Sources of the gauges that are read at each scrape. */
export type Observed = {
  server: Pick<Server, 'getConnections'>;
  /** @throws if the store is unavailable */
  readOutbox: () => Promise<OutboxState>;
  readSite: () => Promise<SiteState>;
};

type StoreState = { seconds: number; outbox: OutboxState | undefined };

/** Registers gauges that are read at each scrape. */
export function registerObserved(registry: Registry, observed: Observed): void {
  const { server } = observed;
  const readStore = createStoreReader(observed);
  registerSiteGauges(registry, observed.readSite);
  const gauge = (name: string, help: string, collect: (this: Gauge) => Promise<void>, ...labels: string[]) =>
    new Gauge({ name, help, labelNames: labels, registers: [registry], collect });
  gauge('lectern_http_connections', 'Open connections to the public server.', async function () {
    this.set(await countConnections(server));
  });
  gauge('lectern_store_up', '1 if the store responded to this scrape.', async function () {
    this.set((await readStore()).outbox === undefined ? 0 : 1);
  });
  gauge('lectern_store_latency_seconds', 'Time of one small read of the store.', async function () {
    this.set((await readStore()).seconds);
  });
  // While the store is unavailable these values are left out, because missing values are better than stale ones.
  gauge(
    'lectern_outbox_mails',
    'Emails that wait to be sent, and parked and held ones that need attention.',
    async function () {
      const { outbox } = await readStore();
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
    'Age of the email that has waited longest; 0 if none waits.',
    async function () {
      const { outbox } = await readStore();
      if (outbox === undefined) this.remove();
      else this.set(outbox.oldestQueuedSeconds);
    },
  );
}

/** Timeout in milliseconds, after which the store counts as unavailable. */
const patience = 2_000;

/** Reads the store once for all gauges of a scrape. */
function createStoreReader({ readOutbox }: Observed): () => Promise<StoreState> {
  let reading: Promise<StoreState> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));

  async function read(): Promise<StoreState> {
    const began = performance.now();
    const outbox = await within(patience, readOutbox).catch(() => undefined);
    return { outbox, seconds: (performance.now() - began) / 1000 };
  }
}

function countConnections(server: Pick<Server, 'getConnections'>): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}
