import { randomBytes } from 'node:crypto';
import { repeat } from '#lib/base/repeat.ts';
import type { CounterStore } from '#lib/http/limits-store.ts';
import { createLimits, type Limits } from '#lib/http/limits.ts';
import type { Store } from '#lib/store/open.ts';
import type { Config } from './env.ts';
import { loadSecrets, type Forms } from './form-services.ts';
import type { Wiring } from './wiring.ts';

const storeRetryInterval = 5_000;

/**
 * Opens the services that need the secrets that all instances share in the store. An unavailable store does not stop
 * the start: until it is available, requests are counted with a secret of this process.
 */
export async function openShared(wiring: Wiring, makeForms: (links: readonly string[]) => Forms) {
  const { store, config } = wiring;
  const counters = await counterStoreOf(store, config);
  const makeLimits = (secret: string) => limitsOf(counters, secret, wiring);
  let limits = makeLimits(randomBytes(32).toString('base64url'));
  let forms: Promise<Forms> | undefined;
  const open = () =>
    (forms ??= loadSecrets(store, config).then(
      async (secrets) => {
        void retries.stop();
        const provisional = limits;
        limits = makeLimits(secrets.limits);
        await provisional.close();
        return makeForms(secrets.links);
      },
      (error: unknown) => {
        forms = undefined;
        throw error;
      },
    ));
  const retries = repeat({
    run: open,
    every: storeRetryInterval,
    firstAfter: storeRetryInterval,
    // Requests that need the store report the error.
    onError: () => undefined,
  });
  await open().catch(() => undefined);
  return {
    limits: () => limits,
    forms: open,
    async close() {
      void retries.stop();
      await limits.close();
    },
  };
}

function limitsOf(store: CounterStore, secret: string, { config, log, measures }: Wiring): Limits {
  const warn = (message: string, error?: unknown) => {
    log.warn(message, { name: 'limits', ...(error !== undefined && { error }) });
  };
  return createLimits({
    store,
    log: warn,
    secret,
    watch: measures,
    formLimit: config.FORM_LIMIT,
    formAttemptLimit: config.FORM_ATTEMPT_LIMIT,
  });
}

/** Loads Redis's client, a third of the modules of a server, only when it is used. */
async function counterStoreOf(store: Store, { REDIS_URL: url }: Config): Promise<CounterStore> {
  if (url) {
    const { openRedis } = await import('#lib/http/limits-store-redis.ts');
    return { kind: 'redis', open: () => openRedis(url) };
  }
  const client = store.client();
  if (client.kind === 'postgres') return client;
  return {
    kind: 'sqlite',
    database() {
      const current = store.client();
      return current.kind === 'sqlite' ? current.database : client.database;
    },
  };
}
