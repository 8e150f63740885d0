import type { Answer } from '#lib/forms/answers.ts';
import { readField } from '#lib/http/form-field.ts';
import type { Preview } from '#lib/store/forms/decisions.ts';
import type { Decision, PlannedDecision } from '#lib/store/forms/plan-decisions.ts';
import type { ListedRegistration } from '#lib/store/forms/registration-list.ts';
import type { RegistrationNote } from '#lib/store/forms/registration-notes.ts';
import { showLetter, type ShownLetter } from './shown-letter.ts';
import { decisionLabels, noteLabel, obstacleLabels, reasonLabels, seatWarnings } from './labels.ts';
import { planTitle } from './action-sentences.ts';

/** What a decision will do, and the form that makes it. */
export type DecisionPreview = {
  /** Registrations that can't be decided about. */
  left: { reference: string; name: string; text: string }[];
  /** `This will happen to 20 registrations: 22 places, 4 on a waiting list` */
  title: string;
  rows: PreviewRow[];
  /** The email to the first registration with each combination of decisions; empty if there is none to send. */
  letters: (ShownLetter & { decisions: string })[];
  isForMany: boolean;
  /** Hidden fields of the form. */
  fields: [name: string, value: string][];
  /** A field for each sentence that students get. */
  reasons: { name: string; label: string; text: string }[];
};

type PreviewRow = {
  reference: string;
  name: string;
  /** The student's texts and the notes of staff, in the first row of a registration. */
  notes: { label: string; text: string }[];
  course: string;
  title: string;
  label: string;
  /** About the course's seats; '' for nothing. */
  warning: string;
};

export type PreviewOptions = {
  /** The form that chose the decision. */
  form: FormData;
  answersOf: (registration: ListedRegistration) => readonly Answer[];
  courseTitle: (code: string) => string;
  /** With a sentence for each decision. */
  isForMany?: boolean;
};

/** The value of a form's field `warned`: the registrar has seen this warning about the course's seats. */
export function warnedField({ reference, course, warning }: PlannedDecision): string {
  return `${reference} ${course} ${warning ?? ''}`;
}

/** The name of the field with the sentence for students with this decision. */
export function reasonField(decision: Decision): string {
  return `reason-${decision}`;
}

export function showPreview(
  { planned, left, latest, letters, registrations, notes }: Preview,
  { form, answersOf, courseTitle, isForMany = false }: PreviewOptions,
): DecisionPreview {
  const isChoice = (name: string) =>
    ['decision', 'query', 'turn'].includes(name) || name.startsWith('course-');
  const nameOf = (reference: string) => {
    const registration = registrations.get(reference);
    return registration ? `${registration.given_name} ${registration.family_name}` : '';
  };
  const references = [...new Set(planned.map(({ reference }) => reference))];
  const made = new Set(planned.map(({ decision }) => decision));
  const reasons = isForMany
    ? [...made].map((decision) => ({ name: reasonField(decision), label: reasonLabels[decision] }))
    : [{ name: 'reason', label: reasonLabels.one }];
  return {
    left: left.map(({ reference, obstacle }) => ({
      reference,
      name: nameOf(reference),
      text: obstacleLabels[obstacle],
    })),
    title: isForMany
      ? planTitle(
          references.length,
          planned.map(({ decision }) => decision),
        )
      : 'This will happen',
    rows: planned.map(({ reference, course, decision, warning }, index) => {
      const registration = registrations.get(reference);
      const isFirst = planned[index - 1]?.reference !== reference;
      return {
        reference,
        name: nameOf(reference),
        notes: registration && isFirst ? listNotes(answersOf(registration), notes.get(registration.id)) : [],
        course,
        title: courseTitle(course),
        label: decisionLabels[decision],
        warning: warning ? seatWarnings[warning] : '',
      };
    }),
    letters: letters.map((mail) => ({
      ...showLetter(mail),
      decisions: listDecisions(planned.filter(({ reference }) => reference === mail.about)),
    })),
    isForMany,
    fields: [
      ['seen', latest],
      ...[...form.keys()].filter(isChoice).map((name): [string, string] => [name, readField(form, name)]),
      ...references.map((reference): [string, string] => ['reference', reference]),
      ...planned
        .filter(({ warning }) => warning !== undefined)
        .map((each): [string, string] => ['warned', warnedField(each)]),
    ],
    reasons: reasons.map((each) => ({ ...each, text: readField(form, each.name) })),
  };
}

/** The labels of decisions about one registration, each once. */
function listDecisions(planned: readonly PlannedDecision[]): string {
  return [...new Set(planned.map(({ decision }) => decisionLabels[decision]))].join(', ');
}

function listNotes(
  answers: readonly Answer[],
  byStaff: readonly RegistrationNote[] = [],
): PreviewRow['notes'] {
  return [
    ...answers.filter(({ isLong, text }) => isLong && text !== ''),
    ...byStaff.map(({ text, written_by }) => ({ label: noteLabel({ by: written_by }), text })),
  ];
}
