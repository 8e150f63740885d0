import { messageOf } from '#lib/base/message-of.ts';
import type { ReadFolder } from '#lib/publishing/activation/sources.ts';

type WatchOptions = {
  /** In milliseconds. */
  now?: () => number;
  /** Milliseconds between two reads of an unchanged folder; more in a folder that takes long to read. */
  interval?: number;
};

/** Hashes by path, or why the folder cannot be read. */
type State = ReadonlyMap<string, string> | string;

/**
 * Detects changes of a folder by reading it again and again. That sees every way to save, also new folders and files
 * that are replaced or moved, in network folders and containers too, where systems report no changes.
 */
export function createFolderWatch(
  readFolder: () => Promise<ReadFolder>,
  { now = () => performance.now(), interval = 150 }: WatchOptions = {},
) {
  let seen: State | undefined;
  let taken: State | undefined;
  let dueAt = 0;

  async function read(): Promise<State> {
    try {
      const { sources } = await readFolder();
      return new Map([...sources].map(([path, { hash }]) => [path, hash]));
    } catch (error) {
      // A file was removed meanwhile, or the folder is missing.
      return messageOf(error);
    }
  }

  return {
    /**
     * Whether the folder has a state that was not taken, and stayed the same between two reads: an editor may write a
     * file in steps, and several files at once.
     */
    async hasNews(): Promise<boolean> {
      const began = now();
      if (began < dueAt) return false;
      const state = await read();
      const isSettled = isSame(state, seen);
      seen = state;
      dueAt = isSettled ? now() + Math.max(interval, 10 * (now() - began)) : 0;
      return isSettled && !isSame(state, taken);
    },

    /** Takes the state that was read last. */
    take(): void {
      taken = seen;
    },
  };
}

function isSame(one: State, other: State | undefined): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.size === other?.size && [...one].every(([path, hash]) => other.get(path) === hash);
}
