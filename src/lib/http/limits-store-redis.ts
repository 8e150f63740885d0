import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import type { CounterStoreConnection } from './limits-counter.ts';

/** Counts atomically with the library's own script. Redis deletes expired keys, so no sweep is needed. */
export function openRedis(url: string): CounterStoreConnection {
  const client = createClient({
    url,
    // Without a queue a command fails at once while the connection is down, and the count falls back to memory.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    // A machine that disappears does not close its connections, so close a connection on which no ping is answered.
    pingInterval: 4000,
    socket: {
      connectTimeout: 2000,
      socketTimeout: 10_000,
      reconnectStrategy: (attempts) => Math.min(50 * attempts, 2000),
    },
  });
  let lastError: unknown;
  const remember = (error: unknown) => {
    lastError = error;
  };
  client.on('error', remember);
  const connected = client.connect().catch(remember);
  return {
    createLimiter: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `rate_limit:${options.keyPrefix}`,
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
      }),
    async run(change) {
      // The first requests after the start wait for the connection. Later requests fail at once if it is closed.
      await connected;
      if (!client.isReady) throw new Error('not connected to Redis', { cause: lastError });
      return change();
    },
    close: async () => client.destroy(),
  };
}
