import { endpoint, methodNotAllowed } from '#lib/http/endpoint.ts';

export const prerender = false;

export const GET = endpoint('health', () => Response.json({ status: 'ok' }));

export const HEAD = GET;
export const ALL = methodNotAllowed('GET', 'HEAD', 'OPTIONS');
