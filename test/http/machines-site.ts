import { startBalancer } from '#test/stand-ins/balancer.ts';
import { startPostgres, type PostgresServer } from '#test/stand-ins/postgres.ts';
import { startRedis, type RedisStandIn } from '#test/stand-ins/redis.ts';
import type { ServedSite } from '#test/served-site.ts';

let machines: Promise<[PostgresServer, RedisStandIn]> | undefined;

/** After this call, each site consists of two load-balanced instances that share only PostgreSQL and Redis. */
export function useMachines(): void {
  machines = Promise.all([startPostgres(), startRedis()]);
}

export function isOnMachines(): boolean {
  return machines !== undefined;
}

/** Call it after the last site was stopped. */
export async function stopMachines(): Promise<void> {
  const started = await machines;
  await Promise.all(started?.map((server) => server.stop()) ?? []);
}

/** Returns the settings of new databases, or no settings if `useMachines` was not called. */
export async function storeSettings(): Promise<{ DATABASE_URL?: string; REDIS_URL?: string }> {
  if (!machines) return {};
  const [postgres, redis] = await machines;
  return { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url };
}

/**
 * Starts two instances behind a load balancer that alternates between them. Both start at the same time, on an empty
 * database unless the environment names another.
 */
export async function serveMachines<Site extends ServedSite & { remove(): Promise<void> }>(
  environment: NodeJS.ProcessEnv,
  serve: (environment: NodeJS.ProcessEnv) => Promise<Site>,
  port = 0,
): Promise<Site> {
  const stores = environment['DATABASE_URL'] ? {} : await storeSettings();
  const settings = { ...environment, ...stores, DATA_DIR: undefined, HOST: '127.0.0.1' };
  const [first, second] = await Promise.all([serve(settings), serve(settings)]);
  const proxy = await startBalancer([first.port, second.port], { port });
  return {
    ...first,
    origin: proxy.origin,
    port: Number(new URL(proxy.origin).port),
    output: () => first.output() + second.output(),
    async stop() {
      await proxy.stop();
      const codes = await Promise.all([first.stop(), second.stop()]);
      return Math.max(...codes.map((code) => code ?? 1));
    },
    async remove() {
      await proxy.stop();
      await Promise.all([first.remove(), second.remove()]);
    },
  };
}
