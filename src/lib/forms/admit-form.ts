import type { APIContext, AstroGlobal } from 'astro';
import { formatTime } from '#lib/content/formats.ts';
import { admitFromPage, admitSubmission, submissionLimits } from '#lib/http/admit-submission.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { answerAs, attempt } from '#lib/http/form-page.ts';
import { readForm } from '#lib/http/read-form.ts';
import { readJson, requireValid } from '#lib/http/read-json.ts';
import { fieldErrors, formPageResolutions, tooManyAttempts } from '#lib/i18n/en/errors.ts';
import type { FormDefinition, FormInput, FormPayload } from './form-definition.ts';
import { describeProblem, type FormProblem } from './form-problem.ts';
import type { FormSchema } from './form-schema.ts';
import { suggestEmail } from './mistyped-email.ts';
import { emailKey } from './text-fields.ts';

type Context = Pick<APIContext, 'request' | 'clientAddress' | 'locals'>;
type Form<Definition extends FormDefinition> = { form: Definition; schema: FormSchema<Definition> };

/**
 * Admits a form that was sent as JSON.
 * @throws ApiError
 */
export function admitJson<Definition extends FormDefinition>(
  context: Context,
  { form: { name }, schema }: Form<Definition>,
) {
  const { services } = context.locals;
  return admitSubmission(context, {
    ...checksOf(services),
    limit: services.requests.limits[name],
    action: name,
    read: (request) => readJson(request, schema, submissionLimits),
  });
}

type PageOptions<Definition extends FormDefinition> = Form<Definition> & {
  /** Stores the form and returns the address of the page to show next. */
  accept: (payload: FormPayload<Definition>) => Promise<string>;
  /** Returns errors by field that the schema can't find, so that all errors are shown at once. */
  findErrors?: (values: FormInput) => Readonly<Record<string, string>>;
};

/**
 * Handles requests for a form's page. A browser without JavaScript posts the form to the page: an accepted form
 * redirects, an invalid one is shown again with the input. The page's script posts the same form and gets JSON: the
 * address of the next page, or the error.
 */
export async function answerFormPage<Definition extends FormDefinition>(
  page: Pick<AstroGlobal, 'request' | 'clientAddress' | 'locals' | 'response'>,
  { form, schema, accept, findErrors }: PageOptions<Definition>,
): Promise<Response | { values?: FormInput | undefined; problem?: FormProblem | undefined }> {
  const { request, locals } = page;
  if (request.method !== 'POST') return {};
  const { services } = locals;
  const isScript = request.headers.get('accept') === 'application/json';
  let values: FormInput | undefined;
  const outcome = await attempt(locals, form.path.slice(1), async () => {
    const { result: location, headers } = await admitFromPage(page, {
      ...checksOf(services),
      limits: services.requests.limits.formPage(form.name),
      action: form.name,
      emailKeyOf,
      async accept(payload) {
        const location = await accept(payload);
        if (!services.forms.sendsMail) return location;
        const { receipts } = await services.forms.open();
        return receipts.showAddress(location, { email: emailOf(payload), now: new Date() });
      },
      async read() {
        values = takeSuggestion(await readForm(request, { ...submissionLimits, fields: countsOf(form) }));
        return requireValid(values, schema, {
          ...findErrors?.(values),
          ...askAboutEmail(values, services.site.contactEmail),
        });
      },
    });
    if (isScript) return Response.json({ location }, { headers });
    return new Response(null, { status: 303, headers: { ...headers, Location: location } });
  });
  if (outcome.result) return outcome.result;
  const problem = toPageProblem(outcome.problem, services.site.contactEmail);
  if (isScript) return problem.toResponse();
  answerAs(page.response, { problem });
  return { values, problem: describeProblem(problem) };
}

/** The services that check a form before it is stored. */
function checksOf({
  site: { siteUrl },
  requests: { clientAddress },
  forms: { challenge },
}: App.Locals['services']) {
  return { siteUrl, clientAddress, challenge };
}

/** Every form has the field `email`. */
function emailOf(payload: object): string {
  return (payload as { email: string }).email;
}

function emailKeyOf(payload: object): string {
  const email = emailOf(payload);
  return emailKey(email) ?? email.toLowerCase();
}

/**
 * Asks about an address that is probably mistyped. The answer is to send the form again: it then has the address in
 * `askedEmail`, a field of the page alone.
 */
function askAboutEmail({ email, askedEmail }: FormInput, contactEmail: string): Record<string, string> {
  if (typeof email !== 'string' || email === askedEmail) return {};
  const suggestion = suggestEmail(email.trim(), [contactEmail.slice(contactEmail.indexOf('@') + 1)]);
  return suggestion === undefined ? {} : { email: fieldErrors.mistypedEmail({ suggestion }) };
}

/** The button with the suggested address sends it in `suggestedEmail`, which is also a field of the page alone. */
function takeSuggestion(values: FormInput): FormInput {
  const { suggestedEmail } = values;
  return suggestedEmail ? { ...values, email: suggestedEmail } : values;
}

/** Replaces the resolution, which is written for programs, with one for visitors. */
function toPageProblem(error: ApiError, email: string): ApiError {
  const { code, message, headers } = error;
  const resolution = formPageResolutions[code];
  if (resolution) return new ApiError(code, { message, resolution, headers });
  if (code !== 'RATE_LIMITED') return error;
  const seconds = Number(error.headers['Retry-After']);
  // A minute that has begun is not over.
  const minutes = Math.ceil(Number(error.headers['X-RateLimit-Reset']) / 60_000);
  const time = formatTime(minutes * 60_000);
  return new ApiError('RATE_LIMITED', {
    ...tooManyAttempts({ seconds, time, email }),
    headers: error.headers,
  });
}

/** Says for each field if it may occur once or several times in a posted form. */
function countsOf({ fields }: FormDefinition): Record<string, 'one' | 'many'> {
  const counts = Object.entries(fields).map(
    ([name, { type }]) => [name, type === 'list' ? 'many' : 'one'] as const,
  );
  return { ...Object.fromEntries(counts), challengeToken: 'one', askedEmail: 'one', suggestedEmail: 'one' };
}
