import { signup } from '#app/site-forms.ts';
import { admitJson } from '#lib/forms/admit-form.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const prerender = false;

export const POST = endpoint('email-marketing-signup', async (context) => {
  const { payload, headers } = await admitJson(context, signup);
  await (await context.locals.services.forms.open()).signUp(payload);
  return Response.json({ status: 'accepted' }, { headers });
});
