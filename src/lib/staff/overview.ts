import type { Term } from '#lib/content/terms.ts';
import type { RegistrationConflicts } from '#lib/store/registration-conflicts.ts';
import type { MailCounts, RegistrationCounts, StaffCounts } from '#lib/store/staff-counts.ts';
import type { SignupList, SignupStatus } from '#lib/store/signup-list.ts';

export type RegistrarOverview = {
  registrations: RegistrationCounts;
  signups: Record<SignupStatus, number>;
  /** Students with registrations in conflict. */
  conflicts: number;
  mail: MailCounts;
  /** What was given up, the latest first. */
  failed: { about: string; kind: string; last_error: string | null }[];
};

/** After how many days a registration that nobody has looked at wants a hand. */
export const overdueAfterDays = 2;
const day = 24 * 60 * 60 * 1000;

type Options = {
  counts: StaffCounts;
  conflicts: RegistrationConflicts;
  signups: SignupList;
  term: Term;
  /** First moment of the institute's day, UTC milliseconds. */
  startOfToday: number;
};

export async function readRegistrarOverview({
  counts,
  conflicts,
  signups,
  term,
  startOfToday,
}: Options): Promise<RegistrarOverview> {
  const [registrations, conflictCount, signupCounts, mail, failed] = await Promise.all([
    counts.registrations(term.id, {
      today: firstIdOf(startOfToday),
      overdue: firstIdOf(startOfToday - (overdueAfterDays - 1) * day),
    }),
    conflicts.count(),
    signups.counts(),
    counts.mail(),
    counts.failedMail(5),
  ]);
  return { registrations, conflicts: conflictCount, signups: signupCounts, mail, failed };
}

/** The term that is registered for, else the one that runs, else the last one that did. */
export function currentTerm(terms: readonly Term[], today: string): Term | undefined {
  return (
    terms.find((term) => term.registrationOpens <= today && today <= term.registrationCloses) ??
    terms.find((term) => term.starts <= today && today <= term.ends) ??
    terms.findLast((term) => term.ends < today)
  );
}

/** Ids begin with their moment, so all from this one on are of it or later. */
function firstIdOf(moment: number): string {
  return moment
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-');
}
