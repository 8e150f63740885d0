/** Names of fields and indexes of lists, outermost first. */
export type FieldPath = readonly (string | number)[];

/** Returns a copy of `data` with another value at a path. Undefined removes the field or item. */
export function withValue(data: unknown, [step, ...rest]: FieldPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = Array.isArray(data) ? [...(data as unknown[])] : [];
    if (value === undefined && rest.length === 0) return list.toSpliced(step, 1);
    const at = Math.min(step, list.length);
    list[at] = withValue(list[at], rest, value);
    return list;
  }
  const group = typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : {};
  const changed = withValue((group as Record<string, unknown>)[step], rest, value);
  if (changed !== undefined) return { ...group, [step]: changed };
  return Object.fromEntries(Object.entries(group).filter(([key]) => key !== step));
}

/** Whether two values from YAML or JSON are equal, ignoring the order of fields. */
export function isDeepSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isDeepSame(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
