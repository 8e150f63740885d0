import { setTimeout as wait } from 'node:timers/promises';

type Repeating = {
  /**
   * Does one run. If it resolves with a number, the next run starts after that many milliseconds instead of `every`.
   */
  run: () => Promise<unknown>;
  /** Milliseconds from the end of a run to the next. */
  every: number;
  /** Milliseconds before the first run; by default it starts at once. */
  firstAfter?: number;
  /** Called when a run fails. The next run follows as usual. */
  onError: (error: unknown) => void;
};

export type Repetition = {
  /** Runs now, or once more after the current run. */
  wake(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
};

/** Repeats work in the background, one run at a time, without keeping the process alive. */
export function repeat({ run, every, firstAfter, onError }: Repeating): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let wakes = 0;
  let isStopped = false;
  if (firstAfter === undefined) wake();
  else runAfter(firstAfter);

  function runAfter(milliseconds: number): void {
    timer = setTimeout(wake, milliseconds).unref();
  }

  function wake(): void {
    clearTimeout(timer);
    if (running) wakes += 1;
    else if (!isStopped) running = runOnce();
  }

  async function runOnce(): Promise<void> {
    const before = wakes;
    let pause = every;
    try {
      const asked = await run();
      if (typeof asked === 'number') pause = asked;
    } catch (error) {
      onError(error);
    }
    running = undefined;
    if (!isStopped) runAfter(wakes > before ? 0 : pause);
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Waits without keeping the process alive. Ends early if the signal aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
