import { ApiError } from '#lib/http/api-error.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { requestErrors } from '#lib/i18n/en/errors.ts';

export const prerender = false;

export const ALL = endpoint('unknown', () => {
  throw new ApiError('NOT_FOUND', requestErrors.unknownAddress);
});
