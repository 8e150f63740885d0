import type { ZodOpenApiMediaTypeObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { headers, limitHeaderNames, type Headers } from './headers.ts';

/** Headers of the responses of rate-limited routes; GET responses can be read by pages of any origin. */
export const limitedHeaders = headers(...limitHeaderNames, 'Cache-Control');
export const openHeaders = { ...limitedHeaders, ...headers('Access-Control-Allow-Origin') };

export function jsonBody(description: string, content: ZodOpenApiMediaTypeObject) {
  return { required: true, description, content: { 'application/json': content } };
}

export function jsonResponse(
  description: string,
  content: ZodOpenApiMediaTypeObject,
  responseHeaders: Headers = openHeaders,
): ZodOpenApiResponseObject {
  return { description, headers: responseHeaders, content: { 'application/json': content } };
}
