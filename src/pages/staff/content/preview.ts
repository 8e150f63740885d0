import { requireDesk } from '#app/desk/require-desk.ts';
import { readForm, renderInEditor } from '#app/desk/editor-page.ts';
import { toFramedDraft } from '#app/desk/framed-draft.ts';
import { readStaffForm, requireStaff } from '#lib/auth/require-staff.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { requireEditable } from '#lib/editing/desk.ts';
import { maxTextBody } from '#lib/editing/text-size.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const prerender = false;

/** Renders the text of the editor's form as a page, for the preview frame. */
export const POST = endpoint('staff', async (context) => {
  const member = await requireStaff(context, 'editor');
  if (member instanceof Response) return member;
  const form = await readStaffForm(context, member, maxTextBody);
  if (form instanceof Response) return form;
  const services = requireDesk(context.locals.services);
  const { file, text } = readForm(form);
  const draft = await renderInEditor(services, { file: requireEditable(file, member), text });
  return toFramedDraft(draft, services);
});

/** A sign-in returns to the requested address. This one has no page, so it redirects to the desk. */
export const GET = staffEndpoint('editor', async ({ redirect }) => redirect('/staff/content', 303));
