import type { Choice } from '#lib/editing/editor-types.ts';

/** What a select shows for a choice: codes of courses with their title, and only the title of others. */
export function labelOfChoice({ value, label }: Choice): string {
  if (value === '') return '–';
  if (label === '') return value;
  return /^[A-Z]/.test(value) ? `${value}: ${label}` : label;
}
