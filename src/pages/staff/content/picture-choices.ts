import { requireDesk } from '#app/desk/require-desk.ts';
import { listPictureChoices } from '#app/desk/desk-pictures.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { readPictureQuery } from '#lib/editing/picture-library.ts';

export const prerender = false;

/** Returns the pictures of the content, with their paths relative to the entry. */
export const GET = staffEndpoint('editor', async ({ locals, url }) =>
  Response.json(await listPictureChoices(requireDesk(locals.services).desk.pictures, readPictureQuery(url))),
);
