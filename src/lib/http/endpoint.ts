import type { APIContext } from 'astro';
import type { Log } from '#lib/log/log.ts';
import { ApiError, isApiError } from './api-error.ts';

export type EndpointHandler = (context: APIContext) => Response | Promise<Response>;

/**
 * Makes a route that responds to errors as the contract says: to an ApiError with its JSON, to anything else with
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
 * What the client may know of something that was thrown; what it may not is logged under the name. Of an
 * ApiError that is our fault the log gets the cause's message, which tells of services and never of people.
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
  return new ApiError('INTERNAL', {
    message: 'Something went wrong here, not with your request.',
    resolution:
      'Try again in a minute. If it goes on, tell the address on the contact page what you asked for.',
  });
}

/** A handler for `ALL`: refuses the methods that a route does not export, and says which it does. */
export function methodNotAllowed(...methods: string[]): EndpointHandler {
  const allow = methods.join(', ');
  return ({ request }) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
    return new ApiError('METHOD_NOT_ALLOWED', {
      message: `This address does not take ${request.method.slice(0, 20)} requests.`,
      resolution: `Use ${methods.filter((method) => method !== 'OPTIONS').join(' or ')}.`,
      headers: { Allow: allow },
    }).toResponse();
  };
}
