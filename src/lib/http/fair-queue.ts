import { requestErrors } from '#lib/i18n/en/errors.ts';
import { ApiError } from './api-error.ts';

export type FairQueue = {
  /**
   * Waits until work for the client may start. Resolves with the function that ends it, or with undefined if the signal
   * aborts first.
   * @throws ApiError RATE_LIMITED if too many requests of the client wait
   */
  enter(client: string, options: EnterOptions): Promise<EndWork | undefined>;
  /** Makes the next work wait for one more pass of the event loop. Call it for each new connection. */
  yieldOnce(): void;
};

/** Ends the work. Idempotent. */
export type EndWork = () => void;

type EnterOptions = {
  signal: AbortSignal;
  /** After this many milliseconds, other work of the client may start. */
  holdFor?: number;
};

type QueueOptions = {
  /** Per client. */
  maxConcurrent?: number;
  /** Per client. */
  maxWaiting?: number;
};

type Client = { readonly name: string; running: number; readonly waiting: Set<() => void> };

/**
 * Node accepts one connection in each pass of the event loop. With this limit, a visitor who connects after a hundred
 * others waits only for the work of a few passes.
 */
const maxYields = 100;

/**
 * Limits the concurrent work of each client. Starts one piece of work in each pass of the event loop, and clients take
 * turns: other requests are handled between the passes, and no client waits for the whole queue of another.
 */
export function createFairQueue({ maxConcurrent = 8, maxWaiting = 300 }: QueueOptions = {}): FairQueue {
  const clients = new Map<string, Client>();
  /** Clients whose next work may start, in the order of their turns. */
  const ready = new Set<Client>();
  /** Whether `startNext` will run in the next pass. */
  let isScheduled = false;
  let hasNewConnection = false;
  let yields = 0;

  function start(client: Client, holdFor: number | undefined): EndWork {
    client.running += 1;
    schedule();
    settle(client);
    let hasEnded = false;
    const timer = holdFor === undefined ? undefined : setTimeout(end, holdFor).unref();
    return end;

    function end(): void {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      client.running -= 1;
      settle(client);
    }
  }

  /** Updates the lists after a change of the client's counts. */
  function settle(client: Client): void {
    const { name, running, waiting } = client;
    if (running === 0 && waiting.size === 0) clients.delete(name);
    if (waiting.size === 0 || running >= maxConcurrent) {
      ready.delete(client);
      return;
    }
    ready.add(client);
    schedule();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(startNext);
  }

  function startNext(): void {
    if (hasNewConnection && yields < maxYields) {
      hasNewConnection = false;
      yields += 1;
      setImmediate(startNext);
      return;
    }
    yields = 0;
    isScheduled = false;
    const [client] = ready;
    if (client === undefined) return;
    ready.delete(client);
    const [begin] = client.waiting;
    begin?.();
  }

  function wait(client: Client, { signal, holdFor }: EnterOptions): Promise<EndWork | undefined> {
    return new Promise((resolve) => {
      client.waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
      settle(client);

      function begin(): void {
        signal.removeEventListener('abort', leave);
        client.waiting.delete(begin);
        resolve(start(client, holdFor));
      }
      function leave(): void {
        client.waiting.delete(begin);
        settle(client);
        resolve(undefined);
      }
    });
  }

  return {
    async enter(name, options) {
      if (options.signal.aborted) return undefined;
      const client = clients.get(name) ?? { name, running: 0, waiting: new Set() };
      if (client.waiting.size >= maxWaiting) throw tooManyWaiting();
      clients.set(name, client);
      const canStart = !isScheduled && client.running < maxConcurrent;
      return canStart ? start(client, options.holdFor) : wait(client, options);
    },
    yieldOnce() {
      hasNewConnection = true;
    },
  };
}

function tooManyWaiting(): ApiError {
  return new ApiError('RATE_LIMITED', {
    ...requestErrors.rateLimited({ seconds: 1 }),
    headers: { 'Retry-After': '1' },
  });
}
