import type { APIContext } from 'astro';
import { requestErrors } from '#lib/i18n/en/errors.ts';
import type { Log } from '#lib/log/log.ts';
import { ApiError, isApiError } from './api-error.ts';

export type EndpointHandler = (context: APIContext) => Response | Promise<Response>;

/**
 * Creates a route handler that turns errors into JSON: an ApiError into its own response, any other error into
 * INTERNAL. Logs server errors under the name.
 */
export function endpoint(name: string, handle: EndpointHandler): EndpointHandler {
  return async (context) => {
    try {
      return await handle(context);
    } catch (error) {
      return toApiError(context.locals.trace.log, name, error).toResponse();
    }
  };
}

/**
 * Converts an error to one that the client may see, and logs server errors under the name. For an ApiError with a
 * status of 500 or more, logs the messages of its causes, which are about services and have no personal data.
 */
export function toApiError(log: Log, name: string, error: unknown): ApiError {
  if (!isApiError(error)) {
    log.error('failed', { name, error });
    return internalError();
  }
  if (error.status >= 500) log.error(`${error.code}${reasonOf(error.cause)}`, { name });
  return error;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  return `, ${cause.message.split('\n')[0]}${reasonOf(cause.cause)}`;
}

export function internalError(): ApiError {
  return new ApiError('INTERNAL', requestErrors.internal);
}
