import type { APIContext, AstroGlobal } from 'astro';
import { purposeOf } from '#lib/content/institute-texts.ts';
import { institute } from '#lib/content/current-institute.ts';
import { admitJson, answerFormPage } from '#lib/forms/admit-form.ts';
import type { FormInput, FormOptions, SubmissionForm, SubmissionName } from '#lib/forms/form-definition.ts';
import type { FormProblem } from '#lib/forms/form-problem.ts';
import type { FormSchema } from '#lib/forms/form-schema.ts';
import { readParameters } from '#lib/forms/form-parameters.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { answerAs, attempt } from '#lib/http/form-page.ts';
import { submissionTexts } from '#lib/i18n/en/submissions.ts';
import { readFormLead } from '#app/content-view/form-lead.ts';
import { readFormOptions } from '#app/content-view/form-options.ts';
import { openLinkPage } from './link-page.ts';

type SiteForm<Form extends SubmissionForm> = { form: Form; schema: FormSchema<Form> };
type Page = Pick<AstroGlobal, 'request' | 'clientAddress' | 'locals' | 'response' | 'url'>;

type SubmissionFormPage = {
  form: SubmissionForm;
  text: Omit<(typeof submissionTexts)[SubmissionName], 'lead'> & { lead: string };
  options: FormOptions;
  values: FormInput;
  problem: FormProblem | undefined;
  /** The purpose for which the data is used. */
  purpose: string;
  /** When the institute will reply. */
  reply: string;
};

/** The route of a form's JSON endpoint. */
export function submissionEndpoint<Form extends SubmissionForm>({ form, schema }: SiteForm<Form>) {
  return endpoint(form.api.slice('/api/'.length), async (context: APIContext) => {
    const { payload, headers } = await admitJson(context, { form, schema });
    const { submit, receipts } = await context.locals.services.forms.open();
    const { reference } = await submit(asInput(payload), { form, options: await readFormOptions(form.name) });
    // RFC 8631: the page that says what happens next.
    const link = `<${receiptPath(form, receipts.signReference(reference))}>; rel="status"; type="text/html"`;
    return Response.json({ status: 'accepted', reference }, { headers: { ...headers, Link: link } });
  });
}

/** Opens the page of a form. Returns a response if the form was accepted or the page must not be shown. */
export async function openFormPage<Form extends SubmissionForm>(
  page: Page,
  { form, schema }: SiteForm<Form>,
): Promise<SubmissionFormPage | Response> {
  const options = await readFormOptions(form.name);
  const answered = await answerFormPage(page, {
    form,
    schema,
    async accept(payload) {
      const { submit, receipts } = await page.locals.services.forms.open();
      const { reference } = await submit(asInput(payload), { form, options });
      return receiptPath(form, receipts.signReference(reference));
    },
  });
  if (answered instanceof Response) return answered;
  const { problem, values = readParameters(form, page.url.searchParams, options) } = answered;
  const text = submissionTexts[form.name];
  return {
    form,
    text: { ...text, lead: await readFormLead(form.name, text.lead) },
    options,
    values,
    problem,
    purpose: purposeOf(institute(), form.name),
    reply: institute().replies[form.name],
  };
}

/** Opens the page that confirms a submission. */
export async function openReceivedPage(page: Page, form: SubmissionForm) {
  const { locals, response, url } = page;
  const { result: forms, problem } = await attempt(locals, `${form.path.slice(1)}/received`, () =>
    locals.services.forms.open(),
  );
  answerAs(response, { problem });
  const reference = forms?.receipts.readReference(url.searchParams.get('receipt') ?? '');
  if (forms && reference === undefined) response.status = 404;
  return {
    form,
    /** Undefined if the address has no valid receipt. */
    reference,
    /** When the institute will reply. */
    reply: institute().replies[form.name],
    sendsMail: locals.services.forms.sendsMail,
    /** Where the emails go, if it is known. */
    address: forms?.receipts.readAddress(url, new Date()),
    isUnavailable: problem !== undefined,
  };
}

/** Opens the page of the link that withdraws a submission. */
export function openWithdrawPage(page: Page, form: SubmissionForm) {
  return openLinkPage(page, `${form.path.slice(1)}/withdraw`, async (token, { withdrawSubmission }) => {
    const options = await readFormOptions(form.name);
    return submissionTexts[form.name].withdrawn(await withdrawSubmission(token, { form, options }));
  });
}

function receiptPath({ path }: SubmissionForm, receipt: string): string {
  return `${path}/received?receipt=${receipt}`;
}

/** Types the validated values of any form. Every form has an email address. */
function asInput(payload: object): FormInput & { email: string } {
  return payload as FormInput & { email: string };
}
