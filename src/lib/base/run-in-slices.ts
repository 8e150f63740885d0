import { setImmediate as nextTurn } from 'node:timers/promises';

/** In milliseconds. */
const slice = 8;

/** Runs a generator to its end, and lets other work of the event loop run between its steps. */
export async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let until = performance.now() + slice; ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + slice;
  }
}

export function runAtOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
