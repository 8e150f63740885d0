import { readCatalogue } from '#app/content-view/offered-courses.ts';
import { registration } from '#app/site-forms.ts';
import { admitJson } from '#lib/forms/admit-form.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const prerender = false;

export const POST = endpoint('course-registration', async (context) => {
  const { payload, headers } = await admitJson(context, registration);
  const { register, receipts } = await context.locals.services.forms.open();
  const { reference, waitingList } = await register(payload, await readCatalogue());
  const receipt = receipts.sign({ ...payload, reference, waitingList });
  // RFC 8631: the page that shows a person the waiting lists and prerequisites.
  const link = `</register/received?receipt=${receipt}>; rel="status"; type="text/html"`;
  return Response.json({ status: 'accepted', reference }, { headers: { ...headers, Link: link } });
});
