import { requestErrors } from '#lib/i18n/en/errors.ts';
import { useOneOf } from '#lib/i18n/en/delivery.ts';
import { ApiError } from './api-error.ts';

export type RouteMethod = 'GET' | 'POST';

type MethodRules = {
  methods: readonly RouteMethod[];
  errors: 'page' | 'json';
  /** Whether scripts of other sites may read responses to GET. */
  isOpen: boolean;
};

/** Headers of the response to a preflight (Fetch standard) for what scripts of any site may read. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};

/** Answers OPTIONS, and refuses methods that the route does not have. Returns undefined for those that it has. */
export function answerOtherMethod(request: Request, rules: MethodRules): Response | undefined {
  const { methods, errors, isOpen } = rules;
  const hasGet = methods.includes('GET');
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  if (allowed.includes(request.method)) return undefined;
  const allow = [...allowed, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: { Allow: allow, ...(isOpen && hasGet && preflightHeaders) },
    });
  }
  if (errors === 'json') {
    const method = request.method.slice(0, 20);
    const details = { ...requestErrors.methodNotAllowed({ method, allowed }), headers: { Allow: allow } };
    return new ApiError('METHOD_NOT_ALLOWED', details).toResponse();
  }
  const headers = { Allow: allow, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(`${useOneOf({ allow })}\n`, { status: 405, headers });
}
