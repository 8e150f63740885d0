import { endpoint } from '#lib/http/endpoint.ts';

export const prerender = false;

export const GET = endpoint('health', () => Response.json({ status: 'ok' }));
