import { ApiError } from '#lib/http/api-error.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { answerOtherMethod } from '#lib/http/other-methods.ts';
import { readRawBody } from '#lib/http/read-body.ts';
import { isSigned } from '#lib/repository/hook-signature.ts';
import { requestErrors } from '#lib/i18n/en/errors.ts';

export const prerender = false;

/** Receives the webhook of the Git host. Not in openapi.json, because only the operator uses it. */
export const ALL = endpoint('content-hook', async ({ locals, request }) => {
  const { contentHook } = locals.services.site;
  if (!contentHook) throw new ApiError('NOT_FOUND', requestErrors.unknownAddress);
  const refusal = answerOtherMethod(request, { methods: ['POST'], errors: 'json', isOpen: false });
  if (refusal) return refusal;
  const body = await readRawBody(request, { maxBytes: 1024 * 1024 });
  const header = request.headers.get('x-hub-signature-256');
  if (!isSigned(body, { header, secret: contentHook.secret })) {
    throw new ApiError('UNAUTHORIZED', requestErrors.unsigned);
  }
  contentHook.update();
  return Response.json({ status: 'accepted' }, { status: 202 });
});
