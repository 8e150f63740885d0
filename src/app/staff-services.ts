import { emailKey } from '#lib/forms/text-fields.ts';
import { createEndedSessions, type EndedSessions } from '#lib/store/staff/ended-sessions.ts';
import { createInsightList, type InsightList } from '#lib/store/staff/insight-counts.ts';
import { createHeldMail, type HeldMailReader } from '#lib/store/mail/held-mail.ts';
import type { Store } from '#lib/store/open.ts';
import {
  createRegistrationConflicts,
  type RegistrationConflicts,
} from '#lib/store/forms/registration-conflicts.ts';
import { createRegistrationNotes, type RegistrationNotes } from '#lib/store/forms/registration-notes.ts';
import { createRegistrationList, type RegistrationList } from '#lib/store/forms/registration-list.ts';
import { createSignupList, type SignupList } from '#lib/store/forms/signup-list.ts';
import { createSubmissionList, type SubmissionList } from '#lib/store/forms/submission-list.ts';
import { createDecisions, type Decisions } from '#lib/store/forms/decisions.ts';
import { createStaffActions, type StaffActions } from '#lib/store/staff/staff-actions.ts';
import { createStaffCounts, type StaffCounts } from '#lib/store/staff/staff-counts.ts';
import { createStaffLog, type StaffLog } from '#lib/store/staff/staff-log.ts';

/** Queries and actions of the staff pages. @throws ApiError STORE_UNAVAILABLE */
export type StaffServices = {
  readonly registrations: RegistrationList;
  readonly conflicts: RegistrationConflicts;
  readonly decisions: Decisions;
  readonly notes: RegistrationNotes;
  readonly submissions: SubmissionList;
  readonly signups: SignupList;
  readonly counts: StaffCounts;
  readonly heldMail: HeldMailReader;
  readonly actions: StaffActions;
  readonly log: StaffLog;
  readonly insights: InsightList;
  readonly sessions: EndedSessions;
};

export function createStaffServices(store: Store): StaffServices {
  return {
    registrations: createRegistrationList(store),
    conflicts: createRegistrationConflicts(store),
    decisions: createDecisions(store),
    notes: createRegistrationNotes(store),
    submissions: createSubmissionList(store),
    signups: createSignupList(store),
    counts: createStaffCounts(store),
    heldMail: createHeldMail(store),
    actions: createStaffActions(store, { emailKey }),
    log: createStaffLog(store),
    insights: createInsightList(store),
    sessions: createEndedSessions(store),
  };
}
