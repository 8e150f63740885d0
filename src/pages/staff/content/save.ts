import { requireDesk } from '#app/desk/require-desk.ts';
import { z } from 'zod';
import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { requireEditable } from '#lib/editing/desk.ts';
import { saveDraft } from '#lib/editing/save-draft.ts';
import { maxTextBody } from '#lib/editing/text-size.ts';
import { readJson } from '#lib/http/read-json.ts';

export const prerender = false;

const saveSchema = z.object({
  file: z.string().max(200),
  version: z.number().int().nonnegative(),
  basedOn: z.string().nullable(),
  text: z.string(),
});

/** Saves a draft. Returns 409 with the stored text if the draft or the published file has changed since. */
export const POST = staffEndpoint('editor', async ({ request, locals }, who) => {
  const input = await readJson(request, saveSchema, { maxBytes: maxTextBody });
  requireEditable(input.file, who);
  const result = await saveDraft(requireDesk(locals.services).desk, input, { who });
  return 'conflict' in result ? Response.json(result.conflict, { status: 409 }) : Response.json(result.saved);
});

/** A sign-in returns to the requested address. This one has no page, so it redirects to the desk. */
export const GET = staffEndpoint('editor', async ({ redirect }) => redirect('/staff/content', 303));
