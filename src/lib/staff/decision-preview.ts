import { readField } from '#lib/http/form-field.ts';
import type { Preview } from '#lib/store/forms/decisions.ts';
import { decisionLabels } from './labels.ts';

/** What a decision will do, and the form that makes it. */
export type DecisionPreview = Pick<Preview, 'left'> & {
  rows: { reference: string; name: string; course: string; label: string; isFull: boolean }[];
  /** Hidden fields of the form. */
  fields: [name: string, value: string][];
  reason: string;
};

/** The value of a form's field `full`: the registrar has seen that the course has no free seat. */
export function fullField({ reference, course }: { reference: string; course: string }): string {
  return `${reference} ${course}`;
}

/** @param form chose the decision */
export function showPreview({ planned, left, names }: Preview, form: FormData): DecisionPreview {
  const isChoice = (name: string) => name === 'decision' || name.startsWith('course-');
  const references = [...new Set(planned.map(({ reference }) => reference))];
  return {
    left,
    rows: planned.map(({ reference, course, decision, isFull }) => ({
      reference,
      name: names.get(reference) ?? '',
      course,
      label: decisionLabels[decision],
      isFull,
    })),
    fields: [
      ...[...form.keys()].filter(isChoice).map((name): [string, string] => [name, readField(form, name)]),
      ...references.map((reference): [string, string] => ['reference', reference]),
      ...planned.filter(({ isFull }) => isFull).map((each): [string, string] => ['full', fullField(each)]),
    ],
    reason: readField(form, 'reason'),
  };
}
