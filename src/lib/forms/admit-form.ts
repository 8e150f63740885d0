import type { APIContext, AstroGlobal } from 'astro';
import { admitSubmission, submissionLimits } from '#lib/http/admit-submission.ts';
import { answerAs, attempt, refuseMethod } from '#lib/http/form-page.ts';
import { readForm } from '#lib/http/read-form.ts';
import { readJson, requireValid } from '#lib/http/read-json.ts';
import type { FormDefinition, FormInput, FormPayload } from './form-definition.ts';
import { describeProblem, type FormProblem } from './form-problem.ts';
import type { FormSchema } from './form-schema.ts';

type Context = Pick<APIContext, 'request' | 'clientAddress' | 'locals'>;
type Form<Definition extends FormDefinition> = { form: Definition; schema: FormSchema<Definition> };
type Read<Definition extends FormDefinition> = (request: Request) => Promise<FormPayload<Definition>>;

/**
 * Admits a form that was sent as JSON.
 * @throws ApiError
 */
export function admitJson<Definition extends FormDefinition>(
  context: Context,
  { form, schema }: Form<Definition>,
) {
  return admit(context, form, (request) => readJson(request, schema, submissionLimits));
}

type PageOptions<Definition extends FormDefinition> = Form<Definition> & {
  /** Stores the form and returns the address of the page to show next. */
  accept: (payload: FormPayload<Definition>) => Promise<string>;
};

/**
 * Handles requests for a form's page. A browser without JavaScript posts the form to it: an accepted form redirects, an
 * invalid one is shown again with the input.
 */
export async function answerFormPage<Definition extends FormDefinition>(
  page: Pick<AstroGlobal, 'request' | 'clientAddress' | 'locals' | 'response'>,
  { form, schema, accept }: PageOptions<Definition>,
): Promise<Response | { values?: FormInput | undefined; problem?: FormProblem | undefined }> {
  const refusal = refuseMethod(page.request);
  if (refusal) return refusal;
  if (page.request.method !== 'POST') return {};
  let values: FormInput | undefined;
  const outcome = await attempt(page.locals, form.path.slice(1), async () => {
    const { payload, headers } = await admit(page, form, async (request) => {
      values = await readForm(request, { ...submissionLimits, fields: countsOf(form) });
      return requireValid(values, schema);
    });
    return new Response(null, { status: 303, headers: { ...headers, Location: await accept(payload) } });
  });
  if (outcome.result) return outcome.result;
  answerAs(page.response, outcome);
  return { values, problem: describeProblem(outcome.problem) };
}

function admit<Definition extends FormDefinition>(
  context: Context,
  { name }: Definition,
  read: Read<Definition>,
) {
  const { services } = context.locals;
  return admitSubmission(context, { ...services, limit: services.limits[name], action: name, read });
}

/** How often each field may occur in a posted form. */
function countsOf({ fields }: FormDefinition): Record<string, 'one' | 'many'> {
  const counts = Object.entries(fields).map(
    ([name, { type }]) => [name, type === 'list' ? 'many' : 'one'] as const,
  );
  return { ...Object.fromEntries(counts), challengeToken: 'one' };
}
