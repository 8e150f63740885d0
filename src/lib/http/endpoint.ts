import type { APIContext } from 'astro';
import { ApiError, isApiError } from './api-error.ts';

export type Handler = (context: APIContext) => Response | Promise<Response>;

/**
 * Makes a route of a handler: what it throws becomes the answer that the contract gives errors. An ApiError
 * goes out as it is; anything else is logged under the endpoint's name and hidden behind INTERNAL.
 */
export function endpoint(name: string, handle: Handler): Handler {
  return async (context) => {
    try {
      return await handle(context);
    } catch (error) {
      if (isApiError(error)) return error.toResponse();
      console.error(`${name}: failed`, error);
      return internalError().toResponse();
    }
  };
}

export function internalError(): ApiError {
  return new ApiError('INTERNAL', {
    message: 'Something went wrong here, not with your request.',
    resolution:
      'Try again in a minute. If it goes on, tell the address on the contact page what you asked for.',
  });
}

/** A handler for `ALL`: whatever method a route does not export is refused with what it allows. */
export function methodNotAllowed(...methods: string[]): Handler {
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
