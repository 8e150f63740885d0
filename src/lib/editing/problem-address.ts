import type { ContentProblem, FieldPath } from '#lib/content/checking/problem.ts';

/** The id of a field in the editor's form. */
export function fieldId(path: FieldPath): string {
  return `field-${path.map(String).join('-')}`;
}

/** The address that opens the editor at a problem: at its field in the details, or at its line. */
export function problemAddress({
  file,
  line,
  field,
}: Pick<ContentProblem, 'file' | 'line' | 'field'>): string {
  const place = field ? fieldId(field) : `line-${line}`;
  return `/staff/content/edit?${new URLSearchParams({ file })}#${encodeURIComponent(place)}`;
}
