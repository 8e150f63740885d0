import { requireDesk } from '#app/desk/require-desk.ts';
import { readDocumentFile, storeDocument } from '#app/desk/editor-pictures.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { requireInFolder } from '#lib/editing/desk.ts';
import { maxPictureBytes } from '#app/route-policies.ts';
import { readRawBody } from '#lib/http/read-body.ts';

export const prerender = false;

const timeoutMs = 110_000;

/** Checks a document and stores it beside an entry, as part of its draft. */
export const POST = staffEndpoint('editor', async ({ request, url, locals }, member) => {
  const file = requireInFolder(url.searchParams.get('file') ?? '');
  const name = url.searchParams.get('name') ?? '';
  const bytes = Buffer.from(await readRawBody(request, { maxBytes: maxPictureBytes, timeoutMs }));
  return Response.json(await storeDocument(requireDesk(locals.services), { file, name, bytes, member }));
});

/** Returns a document of a draft or of the published content. */
export const GET = staffEndpoint('editor', ({ url, locals }) =>
  readDocumentFile(requireDesk(locals.services), url.searchParams.get('file') ?? ''),
);
