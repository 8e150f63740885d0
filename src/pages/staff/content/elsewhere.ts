import { requireDesk } from '#app/desk/require-desk.ts';
import { editedTextSchema, findElsewhereInEditor } from '#app/desk/editor-page.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { requireEditable } from '#lib/editing/desk.ts';
import { maxTextBody } from '#lib/editing/text-size.ts';
import { readJson } from '#lib/http/read-json.ts';

export const prerender = false;

/** Lists the problems that an unsaved text causes in other entries. */
export const POST = staffEndpoint('editor', async ({ request, locals }, member) => {
  const { file, text } = await readJson(request, editedTextSchema, { maxBytes: maxTextBody });
  return Response.json(
    await findElsewhereInEditor(requireDesk(locals.services), { file: requireEditable(file, member), text }),
  );
});

/** A sign-in returns to the requested address. This one has no page, so it redirects to the desk. */
export const GET = staffEndpoint('editor', async ({ redirect }) => redirect('/staff/content', 303));
