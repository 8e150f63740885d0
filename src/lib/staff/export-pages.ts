import type { Answer } from '#lib/forms/answers.ts';
import type { SubmissionForm } from '#lib/forms/form-definition.ts';
import type { Submission } from '#lib/store/forms/submissions.ts';
import type { ListedRegistration } from '#lib/store/forms/registration-list.ts';
import type { SignupStatus } from '#lib/store/forms/signup-list.ts';
import type { Signup } from '#lib/store/forms/signups.ts';
import type { StaffServices } from '#app/staff-services.ts';
import { csvResponse, csvStream } from './csv.ts';
import { registrationExport, signupExport, submissionExport } from './exports.ts';
import { toFilter, type RegistrationQuery } from './registration-filter.ts';
import { toSubmissionFilter, type SubmissionQuery } from './list-submissions-page.ts';

type Deps<Row> = {
  staff: StaffServices;
  who: string;
  /** Returns the form's answers in a row, or, without a row, the form's fields with only their labels. */
  answersOf: (row: Row | undefined) => readonly Answer[];
  timeZone: string;
  now?: Date;
};

/** Exports the registrations that match the query. Logs the filter, but not the search text, which may be a name. */
export async function exportRegistrations(
  query: RegistrationQuery,
  { staff, who, answersOf, timeZone, now = new Date() }: Deps<ListedRegistration>,
): Promise<Response> {
  const moment = sheetMoments(timeZone);
  const facts = {
    ...(query.term !== '' && { term: query.term }),
    ...(query.course !== '' && { course: query.course }),
    ...(query.status !== '' && { status: query.status }),
    ...(query.email !== '' && { email: query.email }),
    ...(query.decision !== '' && { decision: query.decision }),
    ...(query.text !== '' && { text: 1 }),
  };
  await staff.log.write({ who, action: 'registrations-exported', facts }, now.getTime());
  const { columns, batches } = registrationExport(toFilter(query), {
    registrations: staff.registrations,
    moment,
    answersOf,
  });
  return csvResponse(`registrations-${moment(now.getTime()).slice(0, 10)}`, csvStream(columns, batches));
}

/** Exports all sign-ups with a status. */
export async function exportSignups(
  status: SignupStatus,
  { staff, who, answersOf, timeZone, now = new Date() }: Deps<Signup>,
): Promise<Response> {
  const moment = sheetMoments(timeZone);
  await staff.log.write({ who, action: 'signups-exported', facts: { status } }, now.getTime());
  const { columns, batches } = signupExport(status, { signups: staff.signups, moment, answersOf });
  return csvResponse(`sign-ups-${status}-${moment(now.getTime()).slice(0, 10)}`, csvStream(columns, batches));
}

/** Exports the submissions of a form that match the query. Logs the filter like `exportRegistrations`. */
export async function exportSubmissions(
  { form, query }: { form: SubmissionForm; query: SubmissionQuery },
  { staff, who, answersOf, timeZone, now = new Date() }: Deps<Submission>,
): Promise<Response> {
  const moment = sheetMoments(timeZone);
  const facts = {
    form: form.name,
    ...(query.topic !== '' && { topic: query.topic }),
    ...(query.status !== '' && { status: query.status }),
    ...(query.text !== '' && { text: 1 }),
  };
  await staff.log.write({ who, action: 'submissions-exported', facts }, now.getTime());
  const { columns, batches } = submissionExport(
    { form: form.name, filter: toSubmissionFilter(query) },
    { submissions: staff.submissions, moment, answersOf },
  );
  const name = form.staffPath.replace('/staff/', '');
  return csvResponse(`${name}-${moment(now.getTime()).slice(0, 10)}`, csvStream(columns, batches));
}

/** Formats moments in the time zone as `2026-11-21 09:30`, which spreadsheets in every language parse. */
export function sheetMoments(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => format.format(at);
}
