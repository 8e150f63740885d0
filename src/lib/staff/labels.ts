import type { Selectable } from 'kysely';
import { formatMoment } from '#lib/content/formats.ts';
import type { Decision, SeatWarning } from '#lib/store/forms/plan-decisions.ts';
import type { SubmissionName } from '#lib/forms/form-definition.ts';
import { plural } from '#lib/i18n/format.ts';
import type { MailRecord } from '#lib/store/mail/mail-records.ts';
import type { DecisionState, EmailState } from '#lib/store/forms/registration-search.ts';
import type { Obstacle } from '#lib/store/forms/decisions.ts';
import type { DecisionTable, Handling } from '#lib/store/schema.ts';
import type { SignupStatus } from '#lib/store/forms/signup-list.ts';
import type { EditingAction, LogEntry, StaffAction } from '#lib/store/staff/staff-log.ts';

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

type Fact = LogEntry['facts'][string] | undefined;

const count = (value: Fact, one: string, other: string) =>
  `${value ?? 0} ${Number(value) === 1 ? one : other}`;
const labelOf = (labels: Readonly<Record<string, string>>, value: Fact) => labels[value ?? ''] ?? 'unknown';

const editingSentences: Readonly<Record<EditingAction, (entry: LogEntry) => string>> = {
  'changes-approved': ({ facts }) =>
    `The changes “${facts['title']}” were approved${publicationTime(facts['at'])}.`,
  'changes-approved-own': ({ facts }) =>
    `The changes “${facts['title']}” were approved by a person who wrote them${publicationTime(facts['at'])}.`,
  'changes-published': ({ facts }) => `The changes “${facts['title']}” were published.`,
  'changes-renamed': ({ facts }) => `A set of changes was named “${facts['title']}”.`,
  'changes-reopened': ({ facts }) =>
    `The changes “${facts['title']}” went back to their authors: the draft of ${facts['path']} was changed, added or discarded.`,
  'changes-returned': ({ facts }) => `The changes “${facts['title']}” were returned to their authors.`,
  'changes-rescheduled': ({ facts }) =>
    `The changes “${facts['title']}” have another time of publication: ${formatMoment(Date.parse(String(facts['at'])))}.`,
  'changes-submitted': ({ facts }) => `The changes “${facts['title']}” were submitted for review.`,
  'changes-unscheduled': ({ facts }) =>
    `The changes “${facts['title']}” were taken off the schedule and went back to review.`,
  'changes-withdrawn': ({ facts }) => `The changes “${facts['title']}” were taken back from review.`,
  'comment-added': ({ facts }) => `A comment on ${facts['path']} was added.`,
  'draft-begun': ({ subject, facts }) =>
    facts['movedFrom'] === undefined
      ? `A draft of ${subject} was started.`
      : `${facts['movedFrom']} was renamed to ${subject} in a draft. Publish the draft to give readers the new address.`,
  'draft-discarded': ({ subject }) =>
    `The draft of ${subject} was discarded. It stays in the bin for 90 days.`,
  'draft-restored': ({ subject }) => `The draft of ${subject} was restored from the bin.`,
  'draft-moved': ({ subject, facts }) => `The draft of ${subject} was moved to “${facts['set']}”.`,
  'preview-link-made': ({ facts }) => `A preview link to ${facts['path']} was created.`,
  'preview-link-revoked': ({ facts }) => `The preview link to ${facts['path']} was revoked.`,
  'proposal-taken': ({ facts }) => `The proposal ${facts['branch']} was opened for review.`,
};

function publicationTime(at: Fact): string {
  return at === undefined ? '' : `, to be published on ${formatMoment(Date.parse(String(at)))}`;
}

const sentences: Readonly<Record<StaffAction, (entry: LogEntry) => string>> = {
  ...editingSentences,
  'handling-set': ({ subject, facts }) => `${subject} is now “${labelOf(handlingLabels, facts['to'])}”.`,
  'held-mail-released': ({ subject, facts }) =>
    subject
      ? `The held email about ${subject} will be sent.`
      : `${count(facts['mails'], 'held email', 'held emails')} will be sent.`,
  'letter-sent-again': ({ subject }) => `The email about ${subject} will be sent again.`,
  'note-deleted': ({ subject }) => `A note about ${subject} was deleted.`,
  'note-written': ({ subject }) => `A note about ${subject} was saved.`,
  'parked-mail-retried': ({ facts }) =>
    `${count(facts['mails'], 'undelivered email', 'undelivered emails')} will be tried again.`,
  'decision-undone': ({ subject, facts }) =>
    `The decision about ${subject || count(facts['registrations'], 'registration', 'registrations')} was undone.` +
    (facts['left'] === undefined
      ? ''
      : ` ${count(facts['left'], 'registration has a newer decision and stays as it is', 'registrations have a newer decision and stay as they are')}.`),
  'places-decided': ({ subject, facts }) =>
    `Decided about ${subject || count(facts['registrations'], 'registration', 'registrations')}: ${decisionTotals(facts)}.`,
  'person-deleted': ({ facts }) =>
    `A person’s data was deleted: ${count(facts['registrations'], 'registration', 'registrations')}, ` +
    `${count(facts['submissions'], 'application or enquiry', 'applications and enquiries')}, ` +
    `${count(facts['signups'], 'sign-up', 'sign-ups')}, ${count(facts['mails'], 'email', 'emails')}.`,
  'registration-kept': ({ subject, facts }) => `${subject} was kept, ${facts['withdrawn']} withdrawn.`,
  'sessions-ended': ({ subject }) => `All sessions of ${subject} were ended.`,
  'registrations-exported': ({ facts }) => `Registrations were exported (${describeFilter(facts)}).`,
  'submissions-exported': ({ facts }) =>
    `${submissionLabels[facts['form'] as SubmissionName].plural} were exported (${describeFilter(facts)}).`,
  'signups-exported': ({ facts }) => `${labelOf(signupLabels, facts['status'])} sign-ups were exported.`,
};

/** `22 places, 4 on a waiting list` */
function decisionTotals(facts: LogEntry['facts']): string {
  return [
    facts['place'] && count(facts['place'], 'place', 'places'),
    facts['waiting'] && `${facts['waiting']} on a waiting list`,
    facts['refused'] && `${facts['refused']} without a place`,
  ]
    .filter((part) => part)
    .join(', ');
}

/** The heading of what a decision about many will do. */
export function planTitle(registrations: number, decisions: readonly Decision[]): string {
  const made = Object.groupBy(decisions, (decision) => decision);
  const totals = decisionTotals(
    Object.fromEntries(Object.entries(made).map(([name, all]) => [name, all.length])),
  );
  return `This will happen to ${count(registrations, 'registration', 'registrations')}: ${totals}`;
}

/** A decision as one line of a registration's page. */
export function toDecisionLine(made: Selectable<DecisionTable>) {
  const { course, decision, decided_by, decided_at, undone_at, reason } = made;
  const undone = undone_at === null ? '' : ' (undone)';
  return { text: `${course}: ${decisionLabels[decision]}${undone}`, by: decided_by, at: decided_at, reason };
}

/** Describes an action in a sentence, for the log and for the member who took it. */
export function describeAction(entry: LogEntry): string {
  const describe = (sentences as Readonly<Partial<Record<string, (entry: LogEntry) => string>>>)[
    entry.action
  ];
  return describe ? describe(entry) : `${entry.action} ${entry.subject}`.trim();
}

export function toLine(entry: LogEntry): { at: number; who: string; text: string } {
  return { at: entry.at, who: entry.who, text: describeAction(entry) };
}

function describeFilter(facts: LogEntry['facts']): string {
  const parts = [
    facts['term'] && `term ${facts['term']}`,
    facts['course'] && `course ${facts['course']}`,
    facts['topic'] && `about ${facts['topic']}`,
    facts['status'] && `status ${labelOf(handlingLabels, facts['status']).toLowerCase()}`,
    facts['email'] && `email ${labelOf(emailLabels, facts['email']).toLowerCase()}`,
    facts['decision'] && `decision ${labelOf(decisionStateLabels, facts['decision']).toLowerCase()}`,
    facts['text'] && 'a search text',
  ].filter((part) => part);
  return parts.length > 0 ? parts.join(', ') : 'all';
}
