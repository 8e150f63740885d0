import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import type { CounterStoreConnection } from './limits-counter.ts';

/** The library's own script counts atomically; keys expire by themselves, so nothing is swept. */
export function openRedis(url: string): CounterStoreConnection {
  const client = createClient({
    url,
    // Without a queue a command fails at once while the connection is down, and the insurance takes over.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    // A machine that vanished closes no connection: one that does not even answer a ping is given up.
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
    async run(consume) {
      // The first requests after the start wait for the connection; later a closed one fails at once.
      await connected;
      if (!client.isReady) throw new Error('not connected to Redis', { cause: lastError });
      return consume();
    },
    close: async () => client.destroy(),
  };
}
