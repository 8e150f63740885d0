import type { EditorProblem } from '#lib/editing/editor-types.ts';
import type { FieldPath } from '#lib/editing/front-matter/edit-front-matter.ts';
import { fieldId } from '#lib/editing/problem-address.ts';
import { emptyFields } from '#lib/i18n/en/editor.ts';
import { element } from './elements.ts';
import { sentenceOf } from './problem-list.ts';

/** Shows the problems of each field below its label, and describes the field with them. */
export function markFields(form: HTMLElement, problems: readonly EditorProblem[]): void {
  for (const note of form.querySelectorAll<HTMLElement>('.editor-field-problem')) unmark(note);
  const byField = Map.groupBy(problems, ({ field }) => field && fieldId(field));
  for (const [id, found] of byField) {
    const field = id === undefined ? null : document.getElementById(id);
    const label = field && labelOf(field);
    if (!label || !form.contains(field)) continue;
    const isError = found.some(({ severity }) => severity !== 'warning');
    const note = element(
      'span',
      {
        class: 'editor-field-problem',
        id: `${field.id}-problem`,
        'data-severity': isError ? 'error' : 'warning',
      },
      [...new Set(found.map((problem) => sentenceAt(field, problem)))].join('. '),
    );
    label.after(note);
    const others = field.getAttribute('aria-describedby');
    field.setAttribute('aria-describedby', [note.id, others].filter(Boolean).join(' '));
    // A group is described only: it cannot be invalid itself.
    if (isError && field.matches('input, select, textarea')) field.setAttribute('aria-invalid', 'true');
  }
}

/** What is wrong with a field of the form, in which nothing is written as in the file. */
export function sentenceAt(field: HTMLElement, problem: EditorProblem): string {
  const isEmpty = 'value' in field ? field.value === '' : !field.querySelector('input, select, textarea');
  if (!isEmpty || problem.severity === 'warning') return sentenceOf(problem);
  return 'value' in field ? emptyFields.value : emptyFields.list;
}

function unmark(note: HTMLElement): void {
  const field = document.getElementById(note.id.replace(/-problem$/, ''));
  note.remove();
  field?.removeAttribute('aria-invalid');
  const others = field?.getAttribute('aria-describedby')?.replace(note.id, '').trim();
  if (others) field?.setAttribute('aria-describedby', others);
  else field?.removeAttribute('aria-describedby');
}

/** The label of a field, or the heading of a group or list. */
export function labelOf(field: HTMLElement): HTMLElement | null {
  return field.matches('fieldset, details')
    ? field.querySelector('legend, summary')
    : document.querySelector(`label[for="${CSS.escape(field.id)}"]`);
}

/** Shows a field of the details, and puts the focus on it, or on the first control of a group or list. */
export function openField(field: HTMLElement): void {
  for (let group = field.closest('details'); group; group = group.parentElement?.closest('details') ?? null) {
    group.open = true;
  }
  const controls = 'input, select, textarea, button';
  const control = field.matches(controls) ? field : field.querySelector<HTMLElement>(controls);
  control?.focus();
}

/** Focuses what is at a path now, or else the group or list around it: a redraw loses the button that had the focus. */
export function focusAt(path: FieldPath): void {
  const field = [path, path.slice(0, -1)].map((each) => document.getElementById(fieldId(each))).find(Boolean);
  if (field) openField(field);
}
