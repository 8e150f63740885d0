import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestFile, type Manifest } from '#lib/build-format/manifest.ts';
import { parseManifest } from './read-manifest.ts';
import { repeat } from '#lib/base/repeat.ts';
import { runInSlices } from '#lib/base/run-in-slices.ts';

type FollowOptions = {
  /** The build's folder. */
  distDir: string;
  /** Takes over a publication. Called again later with the same one if it rejects. */
  take: (manifest: Manifest) => Promise<void>;
  /** Called once for each state of the file that cannot be taken over, however often it is retried. */
  onError: (error: unknown) => void;
  times?: Partial<typeof defaultTimes>;
};

/** In milliseconds. */
const defaultTimes = {
  /** Time between two checks of the file. */
  interval: 250,
  /** Time before the first retry, since files of the publication may not be complete yet. Doubles with each retry. */
  minRetry: 500,
  maxRetry: 10_000,
};

/** The attempt at which a failure is reported. */
const reportedAttempt = 2;

type Failure = { version: string; attempts: number; wait: number; retryAt: number };

/**
 * Calls `take` with each new manifest of a build. Opens the file each time instead of watching it, which also works in
 * network folders: NFS checks a file for changes when it is opened.
 */
export function followManifest({ distDir, take, onError, times }: FollowOptions) {
  const { interval, minRetry, maxRetry } = { ...defaultTimes, ...times };
  const file = join(distDir, manifestFile);
  let taken = '';
  let failed: Failure | undefined;
  const checks = repeat({ run: check, every: interval, firstAfter: interval, onError });

  async function check(): Promise<void> {
    let version = 'unreadable';
    try {
      const changed = await readIfChanged((current) => {
        version = current;
        return isDue(current);
      });
      if (changed === undefined) return;
      await take(await runInSlices(parseManifest(changed)));
      taken = version;
      failed = undefined;
    } catch (error) {
      fail(version, error);
    }
  }

  /** Reads the file and its version together, since it may be replaced at any time. */
  async function readIfChanged(isWanted: (version: string) => boolean): Promise<string | undefined> {
    const handle = await open(file);
    try {
      const { ino, size, mtimeNs } = await handle.stat({ bigint: true });
      return isWanted(`${ino} ${size} ${mtimeNs}`) ? await handle.readFile('utf8') : undefined;
    } finally {
      await handle.close();
    }
  }

  function isDue(version: string): boolean {
    if (version === failed?.version) return performance.now() >= failed.retryAt;
    // The file could not be read for a moment.
    if (version === taken) failed = undefined;
    return version !== taken;
  }

  function fail(version: string, error: unknown): void {
    const known = failed?.version === version ? failed : undefined;
    const attempts = (known?.attempts ?? 0) + 1;
    const wait = known ? Math.min(2 * known.wait, maxRetry) : minRetry;
    failed = { version, attempts, wait, retryAt: performance.now() + wait };
    // A network folder may show a new file with its former size for a moment.
    if (attempts === reportedAttempt) onError(error);
  }

  return {
    /** False once a state of the file was reported, until one is taken over. */
    isCurrent: () => failed === undefined || failed.attempts < reportedAttempt,
    /** Stops following. Resolves after a publication that is being taken over. */
    stop: () => checks.stop(),
  };
}
