import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#lib/log/log.ts';
import type { Delivery } from './delivery.ts';

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Contains the request's log. */
  readonly trace: { readonly log: Log };
  /** Sends the response for a failure. */
  readonly answerFailed: Delivery['answerFailed'];
};

const exchanges = new AsyncLocalStorage<Exchange>();

/** Runs the work, and attributes its errors to this request, even if they occur after the response. */
export function runInExchange<Result>(exchange: Exchange, work: () => Result): Result {
  return exchanges.run(exchange, work);
}

/**
 * Handles uncaught errors. An error of a request is logged, and the request gets a 500 if it has no response yet. Any
 * other error is passed to `end`. Removes the listener of Astro's adapter, which would keep the process alive after any
 * error.
 */
export function watchUncaughtErrors(end: (error: unknown) => void): void {
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => {
    const exchange = exchanges.getStore();
    if (exchange === undefined) end(reason);
    // The response may be complete already.
    else if (!isClientDisconnect(reason, exchange)) logError(exchange, reason);
  });
  process.on('uncaughtException', (error) => {
    const exchange = exchanges.getStore();
    if (exchange === undefined) end(error);
    else failExchange(error, exchange);
  });
}

/** Logs the error, and responds with a failure unless the response has ended. */
export function failExchange(error: unknown, exchange: Exchange): void {
  const { request, response, answerFailed } = exchange;
  if (!isClientDisconnect(error, exchange)) logError(exchange, error);
  if (!response.writableEnded) answerFailed(request, response);
}

/** Logs no address, which can contain personal data. The log line of the request has its route. */
function logError({ trace }: Exchange, error: unknown): void {
  trace.log.error('a request failed', { error });
}

/** Reads and writes fail when a client disconnects, which is not an error of the server. */
function isClientDisconnect(error: unknown, { request, response }: Exchange): boolean {
  if (!request.destroyed && !response.destroyed) return false;
  if (!(error instanceof Error)) return false;
  const code: unknown = 'code' in error ? error.code : undefined;
  return error.name === 'AbortError' || code === 'ECONNRESET' || code === 'EPIPE';
}
