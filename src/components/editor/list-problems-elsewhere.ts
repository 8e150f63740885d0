import type { ProblemsElsewhere } from '#lib/editing/editor-types.ts';
import { listElsewhere } from './problem-list.ts';

/** Debounce in milliseconds. Longer than for the preview, because the check reads all entries. */
const pause = 1_000;

/** After each pause in typing, lists the problems that the text causes in other entries. */
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
    // Ignore errors: the state line reports a lost connection.
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
