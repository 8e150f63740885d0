import { ApiError } from '#lib/http/api-error.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { challengeErrors } from '#lib/i18n/en/errors.ts';

export const prerender = false;

export const GET = endpoint('challenge-site-key', ({ locals }) => {
  const { challenge } = locals.services.forms;
  if (challenge.required) {
    const { siteKey, provider } = challenge;
    return Response.json({ siteKey, provider });
  }
  // Returned instead of thrown, because thrown errors are logged.
  return new ApiError('CHALLENGE_NOT_CONFIGURED', challengeErrors.notConfigured).toResponse();
});
