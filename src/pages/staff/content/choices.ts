import { listChoices } from '#app/desk/editor-page.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { methodNotAllowed } from '#lib/http/endpoint.ts';

export const prerender = false;

/** Pages to link to, and the values of fields that name something. */
export const GET = staffEndpoint('editor', async ({ locals }) =>
  Response.json(await listChoices(locals.services)),
);
export const ALL = methodNotAllowed('GET', 'HEAD', 'OPTIONS');
