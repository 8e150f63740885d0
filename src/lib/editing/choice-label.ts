import type { Choice, EditorChoices } from '#lib/editing/editor-types.ts';

/** The label of a choice in a select: code and title for courses, otherwise only the title. */
export function labelOfChoice({ value, label }: Choice): string {
  if (value === '') return '–';
  if (label === '') return value;
  return /^[A-Z]/.test(value) ? `${value}: ${label}` : label;
}

/** The words for a value of a field with fixed values: those of the institute, or the value itself. */
export function labelOfOption(value: string, names: EditorChoices['options'] = {}): string {
  return (
    (Object.hasOwn(names, value) ? names[value] : undefined) ?? value.charAt(0).toUpperCase() + value.slice(1)
  );
}
