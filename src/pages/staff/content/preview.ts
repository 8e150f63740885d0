import { readForm, renderInEditor, toFramedDraft } from '#app/editor-page.ts';
import { readStaffForm, requireStaff } from '#lib/auth/require-staff.ts';
import { maxTextLength, requireEditable } from '#lib/editing/desk.ts';
import { endpoint, methodNotAllowed } from '#lib/http/endpoint.ts';

export const prerender = false;

/** The page of the text in the editor's form, for the frame beside it. */
export const POST = endpoint('staff', async (context) => {
  const member = await requireStaff(context, 'editor');
  if (member instanceof Response) return member;
  const form = await readStaffForm(context, member, 3 * maxTextLength);
  if (form instanceof Response) return form;
  const { services } = context.locals;
  const { file, text } = readForm(form);
  const draft = await renderInEditor(services, { file: requireEditable(file), text });
  return toFramedDraft(draft, services.siteUrl);
});
export const ALL = methodNotAllowed('POST', 'OPTIONS');
