import { endpoint } from '#lib/http/endpoint.ts';

export const prerender = false;

export const GET = endpoint('challenge-required', ({ locals }) =>
  Response.json({ required: locals.services.forms.challenge.required }),
);
