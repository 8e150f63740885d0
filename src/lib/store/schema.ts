import type { Generated } from 'kysely';

/** Moments are UTC milliseconds, yes and no are 1 and 0: both databases keep them alike. */
export type Database = {
  secrets: { name: string; value: string };
  registrations: RegistrationTable;
  registration_courses: RegistrationCourseTable;
  signups: SignupTable;
  outbox: OutboxTable;
  unsubscribes: UnsubscribeTable;
  registration_words: RegistrationWordTable;
  staff_log: StaffLogTable;
  insights: InsightTable;
  ended_sessions: EndedSessionTable;
};

export type RegistrationTable = {
  id: string;
  reference: string;
  /** As typed. */
  student_number: string;
  /** In capitals: what makes two requests the same student's. */
  student_key: string;
  given_name: string;
  family_name: string;
  email: string;
  /** In small letters, the domain in its ASCII form: what makes two addresses the same. */
  email_key: string;
  term: string;
  /** Sorted codes with a space between: what makes two requests the same courses. */
  course_set: string;
  note: string | null;
  /** Fields without a column: `StoredAnswers` as JSON. */
  answers: Generated<string>;
  status: 'requested' | 'withdrawn';
  /** 1 while the same request is answered with this row; an index allows one such row. */
  live: number;
  received_at: number;
  /** When the address was confirmed; null until then, 0 for rows from before confirmations. */
  confirmed_at: number | null;
  withdrawn_at: number | null;
  /** How far the registrar is with it; a withdrawn one needs nobody any more. */
  handling: Generated<Handling>;
  /** Address of the member of staff who set it last. */
  handled_by: string | null;
  handled_at: number | null;
};

/** By the name of the field. */
export type StoredAnswers = Readonly<Record<string, string | string[] | undefined>>;

export type Handling = 'new' | 'in-progress' | 'done' | 'withdrawn';

/** What a registration is found by: see `wordsOf`. */
type RegistrationWordTable = { registration_id: string; word: string };

/** What members of staff did. Triggers refuse changes, and deletions before a line is 30 days old. */
export type StaffLogTable = {
  id: string;
  at: number;
  /** Address of the member of staff. */
  who: string;
  action: string;
  /** Reference of a registration, address of a member of staff, or ''; never who a visitor is. */
  subject: string;
  /** JSON of counts and codes. */
  facts: string;
};

type RegistrationCourseTable = {
  registration_id: string;
  term: string;
  course: string;
  waiting: number;
  /** 0 once withdrawn: such a request takes no seat. */
  active: number;
  /** Until when an unconfirmed registration holds its place; null once it is confirmed. */
  held_until: number | null;
};

export type SignupTable = {
  id: string;
  /** In small letters, the domain in its ASCII form: what makes two addresses the same. */
  email_key: string;
  /** As typed. */
  email: string;
  name: string | null;
  /** A JSON list of words. */
  interests: string;
  /** Fields without a column: `StoredAnswers` as JSON. */
  answers: Generated<string>;
  status: 'pending' | 'confirmed' | 'unsubscribed';
  /** Grows when someone signs up again after leaving, so that an older link can't bring them back. */
  cycle: number;
  created_at: number;
  updated_at: number;
  mailed_at: number | null;
  confirmed_at: number | null;
  unsubscribed_at: number | null;
};

export type OutboxTable = {
  id: string;
  kind: string;
  /** Reference or id of what the mail is about. */
  about: string;
  /** The mail as JSON while it can still be sent: queued, parked or held. Null once it is sent or dropped. */
  mail: string | null;
  /** Keyed hash of the recipient's mailbox; null for mails to the institute's own office. */
  mailbox_key: string | null;
  /**
   * `parked`: given up after the last attempt. `held`: over the daily cap of its mailbox, until staff release
   * it or retention drops it. `dropped`: will never be sent.
   */
  status: 'queued' | 'sent' | 'parked' | 'held' | 'dropped';
  attempts: Generated<number>;
  created_at: number;
  next_attempt_at: number;
  leased_until: Generated<number>;
  leased_by: string | null;
  /** Codes only; a server's own words may name the recipient. */
  last_error: string | null;
  sent_at: number | null;
};

/** Mailboxes that unsubscribed and have not confirmed again since. It holds no address and is not swept. */
type UnsubscribeTable = {
  mailbox_key: string;
  unsubscribed_at: number;
  /** Sign-up mails written since. */
  mails: number;
  /** No sign-up mail is sent before. */
  next_mail_at: number;
};

/** Staff sessions that were ended before their cookies expire. */
type EndedSessionTable = {
  /** `session:` and a session's id, or `member:` and an address. */
  key: string;
  /** For a member: their sessions with another epoch are over. Null for a session. */
  epoch: string | null;
  ended_at: number;
};

/** What nobody found an answer to; no row tells who asked. */
export type InsightTable = {
  kind: 'search' | 'question';
  /** The institute's day, `2027-01-11`. */
  day: string;
  /** Normalised, and without what looks like a person's data. */
  text: string;
  count: number;
};
