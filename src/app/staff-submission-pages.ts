import type { APIContext, AstroGlobal } from 'astro';
import { institute } from '#lib/content/current-institute.ts';
import { requireExport } from '#lib/auth/require-export.ts';
import type { FormOptions, SubmissionForm } from '#lib/forms/form-definition.ts';
import { listSubmissionAnswers } from '#lib/forms/submission.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { actOnSubmission } from '#lib/staff/act.ts';
import { exportSubmissions } from '#lib/staff/export-pages.ts';
import { handlingLabels, submissionLabels, toMailLine } from '#lib/staff/labels.ts';
import { toLine } from '#lib/staff/action-sentences.ts';
import { readCursor } from '#lib/staff/paging.ts';
import {
  listSubmissions,
  readSubmissionQuery,
  submissionsAddress,
} from '#lib/staff/list-submissions-page.ts';
import type { SubmissionDetail } from '#lib/store/forms/submission-list.ts';
import { readFormOptions } from '#app/content-view/form-options.ts';
import { openStaffPage, servicesForStaff } from './staff-page.ts';

/** Opens the list of a form's submissions. */
export async function openSubmissions(context: AstroGlobal, form: SubmissionForm) {
  const { submissions } = servicesForStaff(context.locals.services).staff;
  const query = readSubmissionQuery(context.url);
  const page = await openStaffPage(context, {
    role: 'registrar',
    load: async () =>
      listSubmissions({
        form,
        query,
        list: submissions,
        cursor: readCursor(context.url),
        options: await readFormOptions(form.name),
      }),
  });
  if (page instanceof Response) return page;
  const path = form.staffPath;
  const { label = '', shortLabel = label } = form.fields[form.topic] ?? {};
  return {
    page,
    query,
    path,
    labels: submissionLabels[form.name],
    topicLabel: shortLabel,
    statuses: Object.entries(handlingLabels).map(([value, status]) => ({ value, label: status })),
    isFiltered: submissionsAddress(path, query) !== path,
    csvAddress: submissionsAddress(`${path}.csv`, query),
  };
}

export async function openSubmission(context: AstroGlobal, form: SubmissionForm) {
  const { forms, staff } = servicesForStaff(context.locals.services);
  const { submissions, actions, log } = staff;
  const { reference = '' } = context.params;
  const options = await readFormOptions(form.name);
  const page = await openStaffPage(context, {
    role: 'registrar',
    async act(posted, who) {
      const [detail, letters] = await Promise.all([submissions.detail(form.name, reference), forms.open()]);
      return actOnSubmission(posted, {
        actions,
        reference,
        who,
        path: `${form.staffPath}/${reference}`,
        letter: () => detail && letters.submissionReceipt(detail.submission, { form, options }),
      });
    },
    load: async () => ({
      detail: await submissions.detail(form.name, reference),
      history: await log.about(reference),
    }),
  });
  if (page instanceof Response) return page;
  const { detail, history = [] } = page.data ?? {};
  if (page.data && !detail) context.response.status = 404;
  return {
    page,
    path: form.staffPath,
    reference,
    labels: submissionLabels[form.name],
    submission: detail && viewSubmission(detail, { form, options }),
    history: history.map(toLine),
    sendsMail: forms.sendsMail,
  };
}

function viewSubmission(
  { submission, mails }: SubmissionDetail,
  { form, options }: { form: SubmissionForm; options: FormOptions },
) {
  return {
    ...submission,
    status: handlingLabels[submission.handling],
    answers: listSubmissionAnswers(submission, { form, options }).filter(
      ({ name }) => !form.person.includes(name),
    ),
    mails: mails.map(toMailLine),
  };
}

/** The route of the CSV file with a form's submissions. */
export function submissionExportEndpoint(form: SubmissionForm) {
  return endpoint(`${form.staffPath.slice(1)}.csv`, async (context: APIContext) => {
    const member = await requireExport(context, 'registrar');
    if (member instanceof Response) return member;
    const options = await readFormOptions(form.name);
    return exportSubmissions(
      { form, query: readSubmissionQuery(context.url) },
      {
        staff: servicesForStaff(context.locals.services).staff,
        who: member.email,
        answersOf: (row) => listSubmissionAnswers(row, { form, options }),
        timeZone: institute().timeZone,
      },
    );
  });
}
