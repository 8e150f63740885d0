import type { Choice } from '#lib/editing/editor-types.ts';

/** The label of a choice in a select: code and title for courses, otherwise only the title. */
export function labelOfChoice({ value, label }: Choice): string {
  if (value === '') return '–';
  if (label === '') return value;
  return /^[A-Z]/.test(value) ? `${value}: ${label}` : label;
}
