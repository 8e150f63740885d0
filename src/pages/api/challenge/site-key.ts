import { ApiError } from '#lib/http/api-error.ts';
import { endpoint, methodNotAllowed } from '#lib/http/endpoint.ts';

export const prerender = false;

const headers = { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' };

export const GET = endpoint('challenge-site-key', ({ locals }) => {
  const { challenge } = locals.services;
  if (challenge.required) {
    const { siteKey, provider } = challenge;
    return Response.json({ siteKey, provider }, { headers });
  }
  // Nothing is broken here, so this is answered, not thrown into the log.
  return new ApiError('CHALLENGE_NOT_CONFIGURED', {
    message: 'This site asks nobody to solve a challenge.',
    resolution: 'Send the form without challengeToken.',
    headers,
  }).toResponse();
});

export const HEAD = GET;
export const ALL = methodNotAllowed('GET', 'HEAD', 'OPTIONS');
