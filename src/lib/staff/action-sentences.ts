import { formatMoment } from '#lib/content/formats.ts';
import type { Decision } from '#lib/store/forms/plan-decisions.ts';
import type { SubmissionName } from '#lib/forms/form-definition.ts';
import type { EditingAction, LogEntry, StaffAction } from '#lib/store/staff/staff-log.ts';
import {
  decisionStateLabels,
  emailLabels,
  handlingLabels,
  signupLabels,
  submissionLabels,
} from './labels.ts';

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
