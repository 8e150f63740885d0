import { requireDesk } from '#app/desk/require-desk.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { requireEditable } from '#lib/editing/desk.ts';
import { describeEntry } from '#lib/editing/save-draft.ts';

export const prerender = false;

/**
 * Returns the state of an entry. The request is also the heartbeat of the person who has it open. It sends the version
 * that the editor has, and the response contains changes that others have saved or published since.
 */
export const GET = staffEndpoint('editor', async ({ url, locals }, who) => {
  const { searchParams } = url;
  const version = searchParams.get('version');
  const seen =
    version === null ? undefined : { version: Number(version), basedOn: searchParams.get('basedOn') || null };
  const file = requireEditable(searchParams.get('file') ?? '', who);
  return Response.json(await describeEntry(requireDesk(locals.services).desk, file, { who, seen }));
});
