import { Gauge, type Registry } from 'prom-client';

/** What a scrape reads about publications and disks. A value that is not known is left out. */
export type SiteState = {
  publisher: { seenAt: number; dueAt: number; failure: string | null } | undefined;
  /** Whether the last fetch from the content’s repository succeeded; undefined without CONTENT_REPO. */
  isRepositoryReachable: boolean | undefined;
  /** Approved changes that could not be committed; undefined while the store is unavailable. */
  failingChangeSets: number | undefined;
  /** Share of each disk that is free, from 0 to 1. */
  freeDisk: Readonly<Record<string, number>>;
};

/** Registers gauges that are read at each scrape. */
export function registerSiteGauges(registry: Registry, read: () => Promise<SiteState>): void {
  const gauge = (name: string, help: string, valueOf: (state: SiteState) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = valueOf(await read());
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge(
    'lectern_publisher_seen_timestamp_seconds',
    'Unix time at which the publisher of the build last reported.',
    ({ publisher }) => publisher && publisher.seenAt / 1000,
  );
  gauge(
    'lectern_publication_due_timestamp_seconds',
    'Unix time at which pages change next without an edit.',
    ({ publisher }) => publisher && publisher.dueAt / 1000,
  );
  gauge(
    'lectern_publication_failed',
    '1 if the last publication failed.',
    ({ publisher }) => publisher && (publisher.failure === null ? 0 : 1),
  );
  gauge(
    'lectern_content_repository_up',
    '1 if the last fetch from the content’s repository succeeded.',
    ({ isRepositoryReachable: isReachable }) => (isReachable === undefined ? undefined : Number(isReachable)),
  );
  gauge(
    'lectern_change_sets_failing',
    'Approved changes that could not be committed.',
    ({ failingChangeSets }) => failingChangeSets,
  );
  new Gauge({
    name: 'lectern_disk_free_ratio',
    help: 'Share of the disk that is free, by folder.',
    labelNames: ['folder'],
    registers: [registry],
    async collect() {
      for (const [folder, share] of Object.entries((await read()).freeDisk)) this.set({ folder }, share);
    },
  });
}
