import { requireDesk } from '#app/desk/require-desk.ts';
import { readDraftPicture, readPictureFile, storePicture } from '#app/desk/editor-pictures.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { requireInFolder } from '#lib/editing/desk.ts';
import { maxPictureBytes } from '#app/route-policies.ts';
import { readRawBody } from '#lib/http/read-body.ts';

export const prerender = false;

const timeoutMs = 110_000;

/** Checks a picture and stores it beside an entry, as part of its draft. */
export const POST = staffEndpoint('editor', async ({ request, url, locals }, member) => {
  const file = requireInFolder(url.searchParams.get('file') ?? '');
  const name = url.searchParams.get('name') ?? '';
  const bytes = Buffer.from(await readRawBody(request, { maxBytes: maxPictureBytes, timeoutMs }));
  return Response.json(await storePicture(requireDesk(locals.services), { file, name, bytes, member }));
});

/** Returns an unpublished picture: from a draft or an earlier version, or a variant made for a preview. */
export const GET = staffEndpoint('editor', async ({ url: { searchParams }, locals }) => {
  const file = searchParams.get('file');
  if (file !== null)
    return readPictureFile(requireDesk(locals.services).desk, file, searchParams.get('blob'));
  return readDraftPicture(requireDesk(locals.services), { name: searchParams.get('name') ?? '' });
});
