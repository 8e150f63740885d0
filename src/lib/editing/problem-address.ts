import type { ContentProblem, Explanation, FieldPath, Finding } from '#lib/content/checking/problem.ts';
import { emptyFields, problemPlace } from '#lib/i18n/en/editor.ts';
import { labelOf } from './front-matter/field-label.ts';

/** The id of a field in the editor's form. A key may have spaces, which separate ids in attributes. */
export function fieldId(path: FieldPath): string {
  return `field-${path.map(String).join('-')}`.replaceAll(/\s/g, '_');
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

/** The words for a problem's place: `Offerings 2, Cancelled, Term`, or `Line 12`. */
export function placeLabel({ line, field = [] }: Pick<ContentProblem, 'line' | 'field'>): string {
  const names = field.flatMap((name, index) => {
    if (typeof name === 'number') return [];
    const position = field[index + 1];
    return typeof position === 'number' ? `${labelOf(String(name))} ${position + 1}` : labelOf(String(name));
  });
  return names.length === 0 ? problemPlace.line({ line }) : names.join(', ');
}

/** What is wrong at a place, and how to fix it, in words that do not speak of the file. */
export function explainAtPlace({ field, isEmpty, message, fix }: Finding): Explanation {
  return field && isEmpty ? emptyFields.explanation : { message, fix };
}
