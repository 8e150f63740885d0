import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#lib/log/log.ts';
import type { Delivery } from './delivery.ts';

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Has the log that its faults are told to. */
  readonly teller: { readonly log: Log };
  /** How the client is told that it failed. */
  readonly answerFailed: Delivery['answerFailed'];
};

const exchanges = new AsyncLocalStorage<Exchange>();

/** Runs the work so that whatever it begins is known as this request's, also when it fails much later. */
export function inExchange<Result>(exchange: Exchange, work: () => Result): Result {
  return exchanges.run(exchange, work);
}

/**
 * Takes the errors of this process that nobody caught. One of a request is logged, the request answered 500
 * if it still waits, and the process goes on; `end` is called with any other. Other listeners are taken away:
 * that of Astro's adapter would let the process live on whatever failed in it.
 */
export function watchFaults(end: (error: unknown) => void): void {
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => {
    const exchange = exchanges.getStore();
    if (exchange === undefined) end(reason);
    // Work behind an answer that may well be whole.
    else if (!isAboutGoneClient(reason, exchange)) logFault(exchange, reason);
  });
  process.on('uncaughtException', (error) => {
    const exchange = exchanges.getStore();
    if (exchange === undefined) end(error);
    else failExchange(error, exchange);
  });
}

/** Logs what broke while the request was answered, and says so to the client as far as that can be said. */
export function failExchange(error: unknown, exchange: Exchange): void {
  const { request, response, answerFailed } = exchange;
  if (!isAboutGoneClient(error, exchange)) logFault(exchange, error);
  if (!response.writableEnded) answerFailed(request, response);
}

/** Without the address, which can hold what a person typed or was mailed: the request's own line has its route. */
function logFault({ teller }: Exchange, error: unknown): void {
  teller.log.error('a request failed', { error });
}

/** A client that goes away in the middle makes reads and writes fail, which is no fault of ours. */
function isAboutGoneClient(error: unknown, { request, response }: Exchange): boolean {
  if (!request.destroyed && !response.destroyed) return false;
  if (!(error instanceof Error)) return false;
  const code: unknown = 'code' in error ? error.code : undefined;
  return error.name === 'AbortError' || code === 'ECONNRESET' || code === 'EPIPE';
}
