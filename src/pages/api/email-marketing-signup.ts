import { signupSchema } from '#lib/forms/signup-schema.ts';
import { admitSubmission, submissionLimits } from '#lib/http/admit-submission.ts';
import { endpoint, methodNotAllowed } from '#lib/http/endpoint.ts';
import { readJson } from '#lib/http/read-json.ts';

export const prerender = false;

export const POST = endpoint('email-marketing-signup', async (context) => {
  const { services } = context.locals;
  const { payload, headers } = await admitSubmission(context, {
    ...services,
    limit: services.limits.signup,
    action: 'signup',
    read: (request) => readJson(request, signupSchema, submissionLimits),
  });
  const forms = await services.forms();
  await forms.signUp(payload);
  return Response.json({ status: 'accepted' }, { headers });
});

export const ALL = methodNotAllowed('POST', 'OPTIONS');
