import { readCatalogue } from '#app/catalogue.ts';
import { registrationSchema } from '#app/form-schemas.ts';
import { admitSubmission, submissionLimits } from '#lib/http/admit-submission.ts';
import { endpoint, methodNotAllowed } from '#lib/http/endpoint.ts';
import { readJson } from '#lib/http/read-json.ts';

export const prerender = false;

export const POST = endpoint('course-registration', async (context) => {
  const { services } = context.locals;
  const { payload, headers } = await admitSubmission(context, {
    ...services,
    limit: services.limits.registration,
    action: 'registration',
    read: (request) => readJson(request, registrationSchema, submissionLimits),
  });
  const { register, receipts } = await services.forms();
  const { reference, waitingList } = await register(payload, await readCatalogue());
  const receipt = receipts.sign({ ...payload, reference, waitingList });
  // The page that tells a person what the body does not: waiting lists and what courses build on (RFC 8631).
  const link = `</register/received?receipt=${receipt}>; rel="status"; type="text/html"`;
  return Response.json({ status: 'accepted', reference }, { headers: { ...headers, Link: link } });
});

export const ALL = methodNotAllowed('POST', 'OPTIONS');
