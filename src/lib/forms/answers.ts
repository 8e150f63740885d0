import type { ListedRegistration } from '#lib/store/forms/registration-list.ts';
import type { StoredAnswers } from '#lib/store/schema.ts';
import type { Signup } from '#lib/store/forms/signups.ts';
import type { FormDefinition, FormField, FormInput, FormOptions } from './form-definition.ts';
import { registrationAnswersText as text } from '#lib/i18n/en/forms.ts';
import { registrationForm } from './registration-form.ts';
import { signupForm } from './signup-form.ts';

/** A field of a stored form, as emails to staff, staff pages and CSV files show it. */
export type Answer = { name: string; label: string; text: string; isLong: boolean };

/**
 * Lists all fields except those with `isCustom`. The text of a blank field is empty, and that of an option is its
 * label.
 */
export function listAnswers(
  { fields }: FormDefinition,
  values: FormInput,
  options: FormOptions = {},
): Answer[] {
  return Object.entries(fields).flatMap(([name, field]: [string, FormField]) => {
    const labelOf = (value: string) => options[name]?.find((each) => each.value === value)?.label ?? value;
    const text = [values[name] ?? []].flat().map(labelOf).join('; ');
    return field.isCustom
      ? []
      : [{ name, label: field.shortLabel ?? field.label, text, isLong: field.type === 'text' }];
  });
}

/** @param row undefined to get only the labels */
export function listRegistrationAnswers(
  row: ListedRegistration | undefined,
  form: FormDefinition = registrationForm,
): Answer[] {
  const stored = parseAnswers(row);
  const answers = listAnswers(form, {
    ...stored,
    studentNumber: row?.student_number,
    givenName: row?.given_name,
    familyName: row?.family_name,
    email: row?.email,
    note: row?.note ?? undefined,
  });
  return [...answers, groupsAnswer(stored['groups'])];
}

/** The groups that a registration asks for, as `describeAskedGroups` writes them. */
export function groupsAnswer(groups: string | readonly string[] = []): Answer {
  return { name: 'groups', label: text.groups, text: [groups].flat().join('; '), isLong: false };
}

/** @param row undefined to get only the labels */
export function listSignupAnswers(row: Signup | undefined, form: FormDefinition = signupForm): Answer[] {
  return listAnswers(form, {
    ...parseAnswers(row),
    email: row?.email,
    name: row?.name ?? undefined,
    interests: row && (JSON.parse(row.interests) as string[]),
  });
}

export function parseAnswers(row: { answers: string } | undefined): StoredAnswers {
  return row ? (JSON.parse(row.answers) as StoredAnswers) : {};
}

/** Picks the fields without a separate column, which the column `answers` stores as JSON. */
export function pickAnswers(
  { fields }: FormDefinition,
  values: FormInput,
  columns: readonly string[],
): StoredAnswers {
  const names = Object.keys(fields).filter((name) => !columns.includes(name));
  return Object.fromEntries(names.flatMap((name) => (values[name]?.length ? [[name, values[name]]] : [])));
}
