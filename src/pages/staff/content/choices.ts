import { requireDesk } from '#app/desk/require-desk.ts';
import { listChoices } from '#app/desk/editor-page.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';

export const prerender = false;

/** Returns the pages to link to, and the choices for fields that refer to other entries. */
export const GET = staffEndpoint('editor', async ({ locals }) =>
  Response.json(await listChoices(requireDesk(locals.services))),
);
