import { staffEndpoint } from '#lib/auth/staff-json.ts';
import { describeEntry } from '#lib/editing/desk.ts';
import { methodNotAllowed } from '#lib/http/endpoint.ts';

export const prerender = false;

/** The state of an entry for the editor. The request is also the heartbeat of the person who has it open. */
export const GET = staffEndpoint('editor', async ({ url, locals }, who) =>
  Response.json(await describeEntry(locals.services.desk, url.searchParams.get('file') ?? '', { who })),
);
export const ALL = methodNotAllowed('GET', 'HEAD', 'OPTIONS');
