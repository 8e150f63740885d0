import { requireDesk } from '#app/desk/require-desk.ts';
import { editedTextSchema, renderInEditor } from '#app/desk/editor-page.ts';
import { toFramedBody } from '#app/desk/framed-draft.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { requireEditable } from '#lib/editing/desk.ts';
import { maxTextBody } from '#lib/editing/text-size.ts';
import type { RenderedDraft } from '#lib/editing/editor-types.ts';
import { withReplacement } from '#lib/editing/replacements.ts';
import { readJson } from '#lib/http/read-json.ts';

export const prerender = false;

/** Renders an unsaved text, and lists its problems. */
export const POST = staffEndpoint('editor', async ({ request, locals }, member) => {
  const { file, text } = await readJson(request, editedTextSchema, { maxBytes: maxTextBody });
  const services = requireDesk(locals.services);
  const draft = await renderInEditor(services, { file: requireEditable(file, member), text });
  const rendered: RenderedDraft = {
    html: draft.html === undefined ? null : toFramedBody(draft.html, services),
    address: draft.address ?? null,
    problems: draft.problems.map((problem) => withReplacement(text, problem)),
    accessibility: draft.accessibility.map((problem) => withReplacement(text, problem)),
  };
  return Response.json(rendered);
});

/** A sign-in returns to the requested address. This one has no page, so it redirects to the desk. */
export const GET = staffEndpoint('editor', async ({ redirect }) => redirect('/staff/content', 303));
