/** A value in nested data, and its path. */
export type Found = { value: unknown; path: (string | number)[] };

/** The values at a path of field names, in which `*` matches every item of a list. */
export function valuesAt(data: unknown, [step, ...rest]: readonly string[]): Found[] {
  if (step === undefined) return [{ value: data, path: [] }];
  if (typeof data !== 'object' || data === null) return [];
  const steps = step === '*' ? (Array.isArray(data) ? [...data.keys()] : []) : [step];
  return steps.flatMap((key) =>
    valuesAt((data as Record<string | number, unknown>)[key], rest).map(({ value, path }) => ({
      value,
      path: [key, ...path],
    })),
  );
}
