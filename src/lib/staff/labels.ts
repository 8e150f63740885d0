import type { Selectable } from 'kysely';
import type { Decision, SeatWarning } from '#lib/store/forms/plan-decisions.ts';
import type { SubmissionName } from '#lib/forms/form-definition.ts';
import { plural } from '#lib/i18n/format.ts';
import type { MailRecord } from '#lib/store/mail/mail-records.ts';
import type { DecisionState, EmailState } from '#lib/store/forms/registration-search.ts';
import type { Obstacle } from '#lib/store/forms/decisions.ts';
import type { DecisionTable, Handling } from '#lib/store/schema.ts';
import type { SignupStatus } from '#lib/store/forms/signup-list.ts';

export const handlingLabels: Readonly<Record<Handling, string>> = {
  new: 'New',
  'in-progress': 'In progress',
  done: 'Done',
  withdrawn: 'Withdrawn',
};

export const emailLabels: Readonly<Record<EmailState, string>> = {
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed',
  conflict: 'In conflict',
};

export const decisionLabels: Readonly<Record<Decision, string>> = {
  place: 'Place',
  waiting: 'Waiting list',
  refused: 'No place',
};

export const decisionStateLabels: Readonly<Record<DecisionState, string>> = {
  open: 'Not decided',
  ...decisionLabels,
};

/** Of buttons. */
export const decisionActions: Readonly<Record<Decision, string>> = {
  place: 'Give a place',
  waiting: 'Put on the waiting list',
  refused: 'Refuse',
};

/** Of fields for sentences to students. */
export const reasonLabels: Readonly<Record<Decision | 'one', string>> = {
  place: 'A sentence for students with a place (optional)',
  waiting: 'A sentence for students on the waiting list (optional)',
  refused: 'A sentence for students without a place (optional)',
  one: 'A sentence for the student (optional)',
};

/** Of the notes by staff about a registration in conflict. */
export const notesLabel = 'Notes by staff';

/** Of a note by staff, where a decision is previewed. */
export const noteLabel = ({ by }: { by: string }): string => `Note by ${by}`;

/** Beside a decision in the preview. */
export const seatWarnings: Readonly<Record<SeatWarning, string>> = {
  full: 'no seat is free',
  over: 'more places than the course has seats',
};

export const obstacleLabels: Readonly<Record<Obstacle, string>> = {
  unknown: 'There is no such registration.',
  withdrawn: 'It is withdrawn.',
  unconfirmed: 'The student has not confirmed it yet.',
  conflict: 'It is in conflict with another registration. Keep one of them first.',
};

export const signupLabels: Readonly<Record<SignupStatus, string>> = {
  confirmed: 'Confirmed',
  pending: 'Pending',
  unsubscribed: 'Unsubscribed',
};

export const submissionLabels: Readonly<Record<SubmissionName, { singular: string; plural: string }>> = {
  application: { singular: 'Application', plural: 'Applications' },
  enquiry: { singular: 'Enquiry', plural: 'Enquiries' },
};

/** Names of all emails except the test email, which is not stored. */
export const mailKinds: Readonly<Record<string, string>> = {
  'registration-receipt': 'Receipt to the student',
  'registration-notice': 'Notice to the registrar',
  'withdrawal-receipt': 'Withdrawal, to the student',
  'withdrawal-notice': 'Withdrawal, to the registrar',
  'withdrawal-by-registrar': 'Withdrawal by the registrar, to the student',
  'registration-decision': 'Decision, to the student',
  'registration-places': 'Seats and waiting list, to the student',
  'registration-places-notice': 'Late confirmation, to the registrar',
  'application-receipt': 'Receipt to the applicant',
  'application-notice': 'Notice to the office',
  'application-withdrawal': 'Withdrawal, to the applicant',
  'application-withdrawal-notice': 'Withdrawal, to the office',
  'enquiry-receipt': 'Receipt to the person',
  'enquiry-notice': 'Notice to the office',
  'enquiry-withdrawal': 'Withdrawal, to the person',
  'enquiry-withdrawal-notice': 'Withdrawal, to the office',
  'signup-confirm': 'Link to confirm a sign-up',
  'signup-known': 'Reminder of an earlier sign-up',
  'changes-reopened': 'Changes that went back to editing, to their reviewer',
  'changes-submitted': 'Changes submitted for review, to a reviewer',
  'changes-returned': 'Changes that were returned, to an author',
  'changes-approved': 'Changes that were approved, to an author',
  'changes-scheduled': 'Changes that were scheduled, to an author',
  'changes-failed': 'Changes that could not be published, to authors and approver',
};

export function mailKindLabel(kind: string): string {
  return mailKinds[kind] ?? kind;
}

/** Says what to do if the mail server refused an email for good; other errors are codes for the administrator. */
export function mailErrorLabel(error: string | null): string | null {
  const [, code] = /^refused \w+ (.*)/.exec(error ?? '') ?? [];
  return code === undefined ? error : `the mail server refuses it (${code}): check the address, or call`;
}

type MailState = { label: string; tone: 'good' | 'waits' | 'bad' | 'quiet' };

export function toMailLine(mail: MailRecord) {
  const isRetried = mail.status === 'queued' && mail.attempts > 0;
  return {
    at: mail.sent_at ?? mail.created_at,
    kind: mailKindLabel(mail.kind),
    state: mailState(mail),
    error: mailErrorLabel(mail.last_error),
    nextAttemptAt: isRetried ? mail.next_attempt_at : undefined,
  };
}

function mailState({ status, attempts, last_error }: MailRecord): MailState {
  const tries = plural(attempts, { one: '1 attempt', other: `${attempts} attempts` });
  if (status === 'sent') return { label: 'Sent', tone: 'good' };
  if (status === 'parked' && last_error?.startsWith('refused ')) return { label: 'Refused', tone: 'bad' };
  if (status === 'parked') return { label: `Not delivered after ${tries}`, tone: 'bad' };
  if (status === 'held') return { label: 'Held: too many to this address', tone: 'waits' };
  if (status === 'dropped') return { label: 'Not sent', tone: 'quiet' };
  if (last_error !== null) return { label: `Failed after ${tries}, will be tried again`, tone: 'bad' };
  return { label: 'Waiting to be sent', tone: 'waits' };
}

/** A decision as one line of a registration's page. */
export function toDecisionLine(made: Selectable<DecisionTable>) {
  const { course, decision, decided_by, decided_at, undone_at, reason } = made;
  const undone = undone_at === null ? '' : ' (undone)';
  return { text: `${course}: ${decisionLabels[decision]}${undone}`, by: decided_by, at: decided_at, reason };
}
