import { AsyncLocalStorage } from 'node:async_hooks';
import { readInstituteFile, requireInstitute } from './checking/institute-file.ts';
import type { Institute } from './institute-schema.ts';
import { processWide } from '#lib/base/process-wide.ts';

export function sharedStorage<Value>(name: string): AsyncLocalStorage<Value> {
  return processWide(name, () => new AsyncLocalStorage<Value>());
}

type Installed = { folder: () => string; facts?: Institute };

const institutes = sharedStorage<Institute>('institute');
const installed = processWide<Installed>('installed-institute', () => ({ folder: () => 'src' }));

/**
 * The institute for which the current request is served or the current page rendered. In commands and builds, the
 * institute of the installation. Call it in functions only: while modules load, the institute is not known yet.
 * @throws Error with all problems if the installation's `institute.yaml` is invalid
 */
export function institute(): Institute {
  return (
    institutes.getStore() ?? (installed.facts ??= requireInstitute(readInstituteFile(installed.folder())))
  );
}

/** Runs `work`, and asynchronous work that it starts, with `current` as the current institute. */
export function withInstitute<Result>(current: Institute, work: () => Result): Result {
  return institutes.run(current, work);
}

/** Sets the folder of the installation's institute. Its file is read once, on first use. */
export function installInstitute(folder: () => string): void {
  installed.folder = folder;
  delete installed.facts;
}
