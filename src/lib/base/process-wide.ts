/** A value that exists once per process: the module that Node loads shares it with its copy in a bundle. */
export function processWide<Value>(name: string, create: () => Value): Value {
  const key = Symbol.for(`lectern.${name}`);
  const values = globalThis as unknown as Record<symbol, Value | undefined>;
  return (values[key] ??= create());
}
