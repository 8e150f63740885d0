import type { ProblemsElsewhere } from '#lib/editing/editor-types.ts';
import { listElsewhere } from './problem-list.ts';

/** A check of all entries takes longer than rendering one, so it waits for a longer pause. Milliseconds. */
const pause = 1_000;

/** Lists what the text breaks in other entries, after each pause in typing. */
export function connectElsewhere({
  section,
  find,
}: {
  section: HTMLElement;
  find: () => Promise<ProblemsElsewhere>;
}) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  async function run(): Promise<void> {
    const own = ++asked;
    // The page's own state says if there is no connection.
    const found = await find().catch(() => undefined);
    if (found && own === asked) listElsewhere(section, found.problems);
  }

  return {
    request(): void {
      clearTimeout(timer);
      timer = setTimeout(() => void run(), pause);
    },
  };
}
