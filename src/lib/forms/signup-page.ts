import { admitSubmission, submissionLimits } from '#lib/http/admit-submission.ts';
import { readForm, type FormValues } from '#lib/http/read-form.ts';
import { requireValid } from '#lib/http/read-json.ts';
import type { Services } from '#app/services.ts';
import { signupSchema } from './signup-schema.ts';

const fields = { email: 'one', name: 'one', interests: 'many', challengeToken: 'one' } as const;

export type SignupValues = Partial<FormValues<typeof fields>>;

type PostOptions = {
  services: Services;
  /** Told what was typed, as soon as it is read, so that the page can show it again. */
  keep: (values: SignupValues) => void;
};

/**
 * Takes the newsletter's form as a browser posts it without JavaScript, like the API takes JSON, and answers
 * with a redirect.
 * @throws ApiError
 */
export async function postSignup(
  context: { readonly request: Request; readonly clientAddress: string },
  { services, keep }: PostOptions,
): Promise<Response> {
  const { payload, headers } = await admitSubmission(context, {
    ...services,
    limit: services.limits.signup,
    action: 'signup',
    async read(request) {
      const values = await readForm(request, { ...submissionLimits, fields });
      keep(values);
      return requireValid(values, signupSchema);
    },
  });
  await (await services.forms()).signUp(payload);
  return new Response(null, { status: 303, headers: { ...headers, Location: '/newsletter/received' } });
}
