import { endpoint } from '#lib/http/endpoint.ts';

export const prerender = false;

/** For load balancers: whether to send visitors to this server. `/api/health` says only whether it runs. */
export const GET = endpoint('ready', async ({ locals }) => {
  const answer = await locals.services.site.readiness.read();
  return Response.json(
    answer,
    answer.status === 'ready' ? {} : { status: 503, headers: { 'Retry-After': '5' } },
  );
});
