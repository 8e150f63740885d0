import { emailKey } from './forms/text-fields.ts';
import { createInsightList, type InsightList } from './store/insights.ts';
import { createHeldMail, type HeldMailReader } from './store/held-mail.ts';
import type { Store } from './store/open.ts';
import { createRegistrationConflicts, type RegistrationConflicts } from './store/registration-conflicts.ts';
import { createRegistrationList, type RegistrationList } from './store/registration-list.ts';
import { createSignupList, type SignupList } from './store/signup-list.ts';
import { createStaffActions, type StaffActions } from './store/staff-actions.ts';
import { createStaffCounts, type StaffCounts } from './store/staff-counts.ts';
import { createStaffLog, type StaffLog } from './store/staff-log.ts';

/** What the staff pages read and do. @throws ApiError STORE_UNAVAILABLE */
export type StaffServices = {
  readonly registrations: RegistrationList;
  readonly conflicts: RegistrationConflicts;
  readonly signups: SignupList;
  readonly counts: StaffCounts;
  readonly heldMail: HeldMailReader;
  readonly actions: StaffActions;
  readonly log: StaffLog;
  readonly insights: InsightList;
};

export function createStaffServices(store: Store): StaffServices {
  return {
    registrations: createRegistrationList(store),
    conflicts: createRegistrationConflicts(store),
    signups: createSignupList(store),
    counts: createStaffCounts(store),
    heldMail: createHeldMail(store),
    actions: createStaffActions(store, { emailKey }),
    log: createStaffLog(store),
    insights: createInsightList(store),
  };
}
