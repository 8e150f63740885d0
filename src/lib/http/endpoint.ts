import type { APIContext } from 'astro';
import type { Log } from '#lib/log/log.ts';
import { ApiError, isApiError } from './api-error.ts';

/** What a plain endpoint and the middleware know of a request: so much can be given without Astro's help. */
export type EndpointContext = Pick<
  APIContext,
  'request' | 'url' | 'locals' | 'clientAddress' | 'routePattern' | 'isPrerendered' | 'site'
>;

type Handler<Context> = (context: Context) => Response | Promise<Response>;

/** Marked, since `lib/delivery` calls it in Astro's place: its answer to a GET is sent when it is whole. */
export type PlainHandler = Handler<EndpointContext> & { readonly isPlain: true };

/**
 * Makes a route of a handler: what it throws becomes the answer that the contract gives errors. An ApiError
 * goes out as it is; anything else is hidden behind INTERNAL. Faults of ours are logged under the endpoint's name.
 */
export function endpoint(name: string, handle: Handler<EndpointContext>): PlainHandler {
  return Object.assign(caught(name, handle), { isPlain: true } as const);
}

/** The same for a handler that needs all of Astro's context: cookies, parameters, redirects. */
export function contextEndpoint(name: string, handle: Handler<APIContext>): Handler<APIContext> {
  return caught(name, handle);
}

function caught<Context extends Pick<APIContext, 'locals'>>(
  name: string,
  handle: Handler<Context>,
): Handler<Context> {
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

/** A handler for `ALL`: whatever method a route does not export is refused with what it allows. */
export function methodNotAllowed(...methods: string[]): PlainHandler {
  const allow = methods.join(', ');
  const refuse = ({ request }: EndpointContext) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
    return new ApiError('METHOD_NOT_ALLOWED', {
      message: `This address does not take ${request.method.slice(0, 20)} requests.`,
      resolution: `Use ${methods.filter((method) => method !== 'OPTIONS').join(' or ')}.`,
      headers: { Allow: allow },
    }).toResponse();
  };
  return Object.assign(refuse, { isPlain: true } as const);
}
