import type { MailRecord } from '#lib/store/registration-list.ts';
import type { EmailState } from '#lib/store/registration-search.ts';
import type { Handling } from '#lib/store/schema.ts';
import type { SignupStatus } from '#lib/store/signup-list.ts';
import type { LogEntry, StaffAction } from '#lib/store/staff-log.ts';

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

export const signupLabels: Readonly<Record<SignupStatus, string>> = {
  confirmed: 'Confirmed',
  pending: 'Pending',
  unsubscribed: 'Unsubscribed',
};

const mailKinds: Readonly<Record<string, string>> = {
  'registration-receipt': 'Receipt to the student',
  'registration-notice': 'Notice to the registrar',
  'withdrawal-receipt': 'Withdrawal, to the student',
  'withdrawal-notice': 'Withdrawal, to the registrar',
  'withdrawal-by-registrar': 'Withdrawal by the registrar, to the student',
  'registration-places': 'Seats and waiting list, to the student',
  'registration-places-notice': 'Late confirmation, to the registrar',
  'signup-confirm': 'Link to confirm a sign-up',
  'signup-known': 'Word of an earlier sign-up',
};

export function mailKindLabel(kind: string): string {
  return mailKinds[kind] ?? kind;
}

/** How a mail fares, and how good that is. */
export function mailState({ status, attempts, last_error }: MailRecord): {
  label: string;
  tone: 'good' | 'waits' | 'bad' | 'quiet';
} {
  if (status === 'sent') return { label: 'Sent', tone: 'good' };
  if (status === 'parked') return { label: `Given up after ${attempts} attempts`, tone: 'bad' };
  if (status === 'held') return { label: 'Held: too many to this address', tone: 'waits' };
  if (status === 'dropped') return { label: 'Not sent', tone: 'quiet' };
  if (last_error !== null) return { label: `Failed ${attempts} times, will be tried again`, tone: 'bad' };
  return { label: 'Waits to be sent', tone: 'waits' };
}

type Teller = (entry: LogEntry) => string;
const count = (value: string | number | undefined, one: string, many: string) =>
  `${value ?? 0} ${Number(value) === 1 ? one : many}`;
const handling = (value: string | number | undefined) =>
  (handlingLabels as Readonly<Record<string, string>>)[value ?? ''] ?? 'unknown';

const email = (value: string | number) =>
  (emailLabels as Readonly<Record<string, string>>)[value] ?? 'unknown';

const tellers: Readonly<Record<StaffAction, Teller>> = {
  'handling-set': ({ subject, facts }) => `${subject} is now “${handling(facts['to'])}”.`,
  'held-mail-released': ({ subject, facts }) =>
    subject
      ? `The held email about ${subject} will be sent.`
      : `${count(facts['mails'], 'held email', 'held emails')} will be sent.`,
  'letter-sent-again': ({ subject }) => `The letter of ${subject} is on its way again.`,
  'parked-mail-retried': ({ facts }) =>
    `${count(facts['mails'], 'mail', 'mails')} that had been given up will be tried again.`,
  'person-deleted': ({ facts }) =>
    `A person’s data are deleted: ${count(facts['registrations'], 'registration', 'registrations')}, ` +
    `${count(facts['signups'], 'sign-up', 'sign-ups')}, ${count(facts['mails'], 'mail', 'mails')}.`,
  'registration-kept': ({ subject, facts }) => `${subject} is kept; ${facts['withdrawn']} is withdrawn.`,
  'sessions-ended': ({ subject }) => `All sessions of ${subject} were ended.`,
  'registrations-exported': ({ facts }) => `Registrations were exported${narrowed(facts)}.`,
  'signups-exported': ({ facts }) => `${handlingOfSignups(facts)} sign-ups were exported.`,
};

/** What an action came to, in a sentence: for who did it and for the log. */
export function tellAction(entry: LogEntry): string {
  const tell = (tellers as Readonly<Partial<Record<string, Teller>>>)[entry.action];
  return tell ? tell(entry) : `${entry.action} ${entry.subject}`.trim();
}

function narrowed(facts: LogEntry['facts']): string {
  const parts = [
    facts['term'] && `of ${facts['term']}`,
    facts['course'] && `with ${facts['course']}`,
    facts['status'] && `that are ${handling(facts['status']).toLowerCase()}`,
    facts['email'] && `with email ${email(facts['email']).toLowerCase()}`,
    facts['text'] && 'found by a text',
  ].filter((part) => part);
  return parts.length > 0 ? ` (${parts.join(', ')})` : ', all of them';
}

function handlingOfSignups(facts: LogEntry['facts']): string {
  return (signupLabels as Readonly<Record<string, string>>)[facts['status'] ?? ''] ?? 'All';
}
