import type { FieldPath } from './problem.ts';

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

/** The paths of the names and texts in nested data that match. */
export function pathsOfTexts(
  value: unknown,
  isWanted: (text: string) => boolean,
  path: FieldPath = [],
): FieldPath[] {
  if (typeof value === 'string') return isWanted(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, at) => pathsOfTexts(item, isWanted, [...path, at]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    isWanted(key) ? [[...path, key]] : pathsOfTexts(item, isWanted, [...path, key]),
  );
}
