/** Rejects after the timeout, and then aborts the signal. Ignores a later result or failure. */
export async function within<T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`no answer within ${timeoutMs} ms`);
    controller.abort(error);
    reject(error);
  }, timeoutMs);
  try {
    return await Promise.race([run(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
