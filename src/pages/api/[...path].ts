import { ApiError } from '#lib/http/api-error.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { nothingAtAddress } from '#lib/i18n/en/errors.ts';

export const prerender = false;

export const ALL = endpoint('unknown', () => {
  throw new ApiError('NOT_FOUND', {
    message: nothingAtAddress,
    resolution: 'GET /api/search?q=... searches the site; GET /api/health checks whether it is up.',
  });
});
