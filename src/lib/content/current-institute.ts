import { AsyncLocalStorage } from 'node:async_hooks';
import { site } from '#site';

/** The facts of an institute. */
export type Institute = typeof site;

const institutes = sharedStorage<Institute>('institute');

/**
 * The institute of what is rendered or served now; of the installation in commands, and in a build. Call it in functions
 * only: while a module loads, it is not known yet which institute that will be.
 */
export function institute(): Institute {
  return institutes.getStore() ?? site;
}

/** Runs `work`, and what it starts, for an institute. */
export function withInstitute<Result>(current: Institute, work: () => Result): Result {
  return institutes.run(current, work);
}

/** Returns the storage with a name. A module that Node loads and its copy in a bundle get the same one. */
export function sharedStorage<Value>(name: string): AsyncLocalStorage<Value> {
  const key = Symbol.for(`lectern.${name}`);
  const shared = globalThis as unknown as Record<symbol, AsyncLocalStorage<Value> | undefined>;
  return (shared[key] ??= new AsyncLocalStorage<Value>());
}
