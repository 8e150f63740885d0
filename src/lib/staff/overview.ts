import type { StaffServices } from '#app/staff-services.ts';
import type { SubmissionName } from '#lib/forms/form-definition.ts';
import type { StaffRole } from '#lib/auth/staff-types.ts';
import type { ContentReport } from '#lib/content/report-file.ts';
import type { Day, Term } from '#lib/content/terms.ts';
import type { Catalogue, CatalogueCourse } from '#lib/forms/catalogue.ts';
import { countContent } from './content-pages.ts';
import { mailErrorLabel, mailKindLabel } from './labels.ts';
import { toLine } from './action-sentences.ts';
import { listCourseSeats, listFreeSeats } from './list-course-seats.ts';
import { countUnanswered } from './questions.ts';
import { registrationViews, toFilter } from './registration-filter.ts';

/** A new registration is overdue after this many days. */
export const overdueAfterDays = 2;
const day = 24 * 60 * 60 * 1000;

type RegistrarOptions = {
  term: Term;
  catalogue: Catalogue & { readonly courses: readonly CatalogueCourse[] };
  /** UTC milliseconds. */
  startOfToday: number;
  /** Names of the forms whose rows are in the table of submissions. */
  forms: readonly SubmissionName[];
};

type OverviewOptions = Omit<RegistrarOptions, 'term'> & {
  may: (role: StaffRole) => boolean;
  readContentReport: () => Promise<ContentReport | undefined>;
  term: Term | undefined;
  today: Day;
};

/** Reads the parts of the overview that the member's roles allow. */
export async function readOverview(
  services: StaffServices,
  { may, readContentReport, term, today, ...others }: OverviewOptions,
) {
  const { insights, log } = services;
  return {
    registrar:
      may('registrar') && term ? await readRegistrarOverview(services, { term, ...others }) : undefined,
    unanswered: may('editor') ? await countUnanswered({ insights, today }) : undefined,
    content: may('editor') ? await countContent(readContentReport) : undefined,
    recent: may('admin') ? (await log.page({ limit: 5 })).rows.map(toLine) : [],
  };
}

async function readRegistrarOverview(
  { counts, conflicts, decisions, registrations: list, signups, submissions }: StaffServices,
  { term, catalogue, startOfToday, forms }: RegistrarOptions,
) {
  const now = Date.now();
  const since = {
    today: firstIdOf(startOfToday),
    overdue: firstIdOf(startOfToday - (overdueAfterDays - 1) * day),
  };
  const [registrations, toDecide, conflictCount, enrolments, signupCounts, mail, undelivered] =
    await Promise.all([
      counts.registrations(term.id, since),
      list.count(toFilter(registrationViews.toDecide)),
      conflicts.count(),
      list.enrolments(term.id, now),
      signups.counts(),
      counts.mail(),
      counts.parkedMail(5),
    ]);
  const courses = listCourseSeats(enrolments, { catalogue, term: term.id });
  const free = await listFreeSeats(courses, { decisions, catalogue, term: term.id, now });
  return {
    submissions: await Promise.all(
      forms.map(async (form) => ({ form, ...(await submissions.counts(form, since)) })),
    ),
    registrations,
    toDecide,
    conflicts: conflictCount,
    /** How many courses have a free seat for a student who waits. */
    withFreeSeats: free.filter(({ next }) => next !== undefined).length,
    signups: signupCounts,
    mail,
    undelivered: undelivered.map(({ about, kind, last_error }) => ({
      about,
      reason: [mailKindLabel(kind), mailErrorLabel(last_error)].filter(Boolean).join(', '),
    })),
  };
}

/** The term that is open for registration, else the current one, else the last one. */
export function currentTerm(terms: readonly Term[], today: Day): Term | undefined {
  return (
    terms.find((term) => term.registrationOpens <= today && today <= term.registrationCloses) ??
    terms.find((term) => term.starts <= today && today <= term.ends) ??
    terms.findLast((term) => term.ends < today)
  );
}

/** The lowest row id of a moment, since ids begin with their time. */
function firstIdOf(moment: number): string {
  return moment
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-');
}
