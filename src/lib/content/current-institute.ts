import { AsyncLocalStorage } from 'node:async_hooks';
import { readInstituteFile, requireInstitute } from './checking/institute-file.ts';
import type { Institute } from './institute-schema.ts';

/** A value that exists once per process: the module that Node loads shares it with its copy in a bundle. */
function shared<Value>(name: string, create: () => Value): Value {
  const key = Symbol.for(`lectern.${name}`);
  const values = globalThis as unknown as Record<symbol, Value | undefined>;
  return (values[key] ??= create());
}

export function sharedStorage<Value>(name: string): AsyncLocalStorage<Value> {
  return shared(name, () => new AsyncLocalStorage<Value>());
}

type Installed = { folder: () => string; facts?: Institute };

const institutes = sharedStorage<Institute>('institute');
const installed = shared<Installed>('installed-institute', () => ({ folder: () => 'src' }));

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
