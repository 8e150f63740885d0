import { requireOwnOrigin } from '#lib/http/own-origin.ts';
import { setCookies } from './cookies.ts';
import { readPostedForm } from './posted-form.ts';
import { showStaffProblem } from './require-staff.ts';
import type { StaffContext } from './staff-types.ts';

type RefusedPage = { account: string; prompt: string; token: string };

/** Opens the page for a person in the directory who is not on the staff. Its form ends the directory's session. */
export async function openRefused(context: StaffContext): Promise<RefusedPage | Response> {
  const { request, locals } = context;
  const { auth } = locals.services.requests;
  if (!auth) return context.redirect('/staff', 303);
  const refusal = await auth.readRefusal(request.headers);
  if (!refusal) return context.redirect('/staff/sign-in', 303);
  const { token, cookies } = await auth.browserToken(request.headers);
  setCookies(context, cookies);
  if (request.method !== 'POST') {
    return { account: refusal.account, prompt: await auth.otherAccountPrompt(), token };
  }
  try {
    requireOwnOrigin(request, auth.siteUrl);
    const fields = new Map(await readPostedForm(request));
    if (fields.get('csrfToken') !== token) return context.redirect('/staff/refused', 303);
    return new Response(null, {
      status: 303,
      headers: { Location: await auth.afterSignOut({ idToken: refusal.idToken }) },
    });
  } catch (error) {
    return showStaffProblem(context, error);
  }
}
