import { AsyncLocalStorage } from 'node:async_hooks';
import { readInstituteFile, requireInstitute } from './checking/institute-file.ts';
import type { Institute } from './institute-schema.ts';

/** A module that Node loads and its copy in a bundle share what they keep, by its name. */
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
 * The institute of what is rendered or served now; of the installation in commands, and in a build. Call it in functions
 * only: while a module loads, it is not known yet which institute that will be.
 * @throws Error with all problems if the file of the installation cannot be used
 */
export function institute(): Institute {
  return (
    institutes.getStore() ?? (installed.facts ??= requireInstitute(readInstituteFile(installed.folder())))
  );
}

/** Runs `work`, and what it starts, for an institute. */
export function withInstitute<Result>(current: Institute, work: () => Result): Result {
  return institutes.run(current, work);
}

/** Sets the folder of the installation's institute. It is read once, when the facts are needed. */
export function installInstitute(folder: () => string): void {
  installed.folder = folder;
  delete installed.facts;
}
