import type { Generated } from 'kysely';
import type { Decision } from '#lib/store/forms/plan-decisions.ts';
import type {
  BinnedDraftTable,
  ChangeSetTable,
  CommentTable,
  DeskPersonTable,
  DraftTable,
  OpenEntryTable,
  PreviewLinkTable,
} from './desk-schema.ts';

/** Times are UTC milliseconds and booleans 1 and 0, the same in both databases. */
export type Database = {
  secrets: { name: string; value: string };
  registrations: RegistrationTable;
  registration_courses: RegistrationCourseTable;
  decisions: DecisionTable;
  registration_notes: RegistrationNoteTable;
  signups: SignupTable;
  submissions: SubmissionTable;
  outbox: OutboxTable;
  unsubscribes: UnsubscribeTable;
  registration_words: RegistrationWordTable;
  staff_log: StaffLogTable;
  insights: InsightTable;
  ended_sessions: EndedSessionTable;
  change_sets: ChangeSetTable;
  drafts: DraftTable;
  binned_drafts: BinnedDraftTable;
  comments: CommentTable;
  desk_people: DeskPersonTable;
  preview_links: PreviewLinkTable;
  open_entries: OpenEntryTable;
};

export type RegistrationTable = {
  id: string;
  reference: string;
  /** As entered. */
  student_number: string;
  /** In upper case: equal for requests of the same student. */
  student_key: string;
  given_name: string;
  family_name: string;
  email: string;
  /** In lower case, with the domain in ASCII: equal for equivalent addresses. */
  email_key: string;
  term: string;
  /** Sorted codes, separated by spaces: equal for requests of the same courses. */
  course_set: string;
  note: string | null;
  /** Fields without a column: `StoredAnswers` as JSON. */
  answers: Generated<string>;
  status: 'requested' | 'withdrawn';
  /** 1 while repeated requests return this row. A unique index allows one such row. */
  live: number;
  received_at: number;
  /** When the address was confirmed. Null until then, 0 for rows from before confirmations existed. */
  confirmed_at: number | null;
  withdrawn_at: number | null;
  /** Set by staff; `withdrawn` if the status is. */
  handling: Generated<Handling>;
  /** Address of the member of staff who set it. */
  handled_by: string | null;
  handled_at: number | null;
};

/** Values by field name. */
export type StoredAnswers = Readonly<Record<string, string | string[] | undefined>>;

export type Handling = 'new' | 'in-progress' | 'done' | 'withdrawn';

/** The search words of a registration: see `wordsOf`. */
type RegistrationWordTable = { registration_id: string; word: string };

/** Staff actions. Triggers refuse changes, and deletion within 30 days. */
export type StaffLogTable = {
  id: string;
  at: number;
  /** Address of the member of staff. */
  who: string;
  action: string;
  /** Reference of a registration or submission, address of a member of staff, or ''. Never identifies a visitor. */
  subject: string;
  /** JSON of counts and codes. */
  facts: string;
};

type RegistrationCourseTable = {
  registration_id: string;
  term: string;
  course: string;
  waiting: number;
  /** 0 once withdrawn: the request takes no seat. */
  active: number;
  /** When an unconfirmed registration loses its seat; null if it keeps it. */
  held_until: number | null;
  /** What the registrar decided; null until then. */
  decision: Generated<Decision | null>;
};

/** A decision about one course. `registration_courses.decision` has the last one that was not undone. */
export type DecisionTable = {
  id: string;
  /** Equal for decisions that were made together. */
  batch: string;
  registration_id: string;
  course: string;
  decision: Decision;
  /** A sentence for the student; '' without one. */
  reason: string;
  /** What undoing restores: `StateBefore` as JSON. */
  before: string;
  /** Address of the member of staff. */
  decided_by: string;
  decided_at: number;
  undone_at: number | null;
};

/** A note of staff about a registration. */
export type RegistrationNoteTable = {
  id: string;
  registration_id: string;
  text: string;
  /** Address of the member of staff. */
  written_by: string;
  written_at: number;
};

export type SignupTable = {
  id: string;
  /** In lower case, with the domain in ASCII: equal for equivalent addresses. */
  email_key: string;
  /** As entered. */
  email: string;
  name: string | null;
  /** A JSON list of words. */
  interests: string;
  /** Fields without a column: `StoredAnswers` as JSON. */
  answers: Generated<string>;
  status: 'pending' | 'confirmed' | 'unsubscribed';
  /** Incremented when someone signs up again after unsubscribing, so older links are invalid. */
  cycle: number;
  created_at: number;
  updated_at: number;
  mailed_at: number | null;
  confirmed_at: number | null;
  unsubscribed_at: number | null;
};

/** Submissions of the forms that share a table: applications and enquiries. */
export type SubmissionTable = {
  id: string;
  /** Name of the form. */
  form: string;
  reference: string;
  name: string;
  /** As entered. */
  email: string;
  /** In lower case, with the domain in ASCII: equal for equivalent addresses. */
  email_key: string;
  /** The value of the field by which staff filter; '' if it was left out. */
  topic: string;
  /** All fields: `StoredAnswers` as JSON. */
  answers: string;
  /** Hash of the answers: equal for repeated requests. */
  same_key: string;
  /** 1 while repeated requests return this row. A unique index allows one such row. */
  live: number;
  /** For the search of the staff pages: see `searchText`. */
  search_text: string;
  received_at: number;
  withdrawn_at: number | null;
  /** Set by staff; `withdrawn` is set when the person withdraws. */
  handling: Generated<Handling>;
  /** Address of the member of staff who set it. */
  handled_by: string | null;
  handled_at: number | null;
};

export type OutboxTable = {
  id: string;
  kind: string;
  /** Reference of a registration or submission, or id of a sign-up. */
  about: string;
  /** The email as JSON while it can be sent: queued, parked or held. Null once it is sent or dropped. */
  mail: string | null;
  /** Keyed hash of the recipient's mailbox; null for emails to the institute's office. */
  mailbox_key: string | null;
  /**
   * `parked`: not delivered after the last attempt. `held`: over the daily cap of its mailbox, until staff release it or
   * retention drops it. `dropped`: will never be sent.
   */
  status: 'queued' | 'sent' | 'parked' | 'held' | 'dropped';
  attempts: Generated<number>;
  created_at: number;
  next_attempt_at: number;
  leased_until: Generated<number>;
  leased_by: string | null;
  /** Codes only, since a mail server's message may contain the recipient's address. */
  last_error: string | null;
  sent_at: number | null;
};

/**
 * Mailboxes that unsubscribed and have not confirmed again. Retention keeps these rows, since they contain no
 * addresses.
 */
type UnsubscribeTable = {
  mailbox_key: string;
  unsubscribed_at: number;
  /** Number of sign-up emails queued since then. */
  mails: number;
  /** No sign-up email is sent before this time. */
  next_mail_at: number;
};

/** Staff sessions that were ended before their cookies expired. */
type EndedSessionTable = {
  /** `session:` and a session's id, or `member:` and an address. */
  key: string;
  /** For a member: sessions with a different epoch have ended. Null for a session. */
  epoch: string | null;
  ended_at: number;
};

/** Searches and questions without an answer. Nothing identifies who asked. */
export type InsightTable = {
  kind: 'search' | 'question';
  /** Date in the institute's time zone: `2027-01-11`. */
  day: string;
  /** Normalised, without personal data. */
  text: string;
  count: number;
};
