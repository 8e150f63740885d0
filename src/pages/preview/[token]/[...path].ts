import type { APIRoute } from 'astro';
import { requireDesk } from '#app/desk/require-desk.ts';
import { respondWithPreview } from '#app/desk/shared-previews.ts';
import { isApiError } from '#lib/http/api-error.ts';

export const prerender = false;

export const GET: APIRoute = async ({ params, locals }) => {
  try {
    const { token = '', path = '' } = params;
    return await respondWithPreview(requireDesk(locals.services), { token, path });
  } catch (error) {
    if (!isApiError(error)) throw error;
    return new Response(`${error.message} ${error.resolution}\n`, {
      status: error.status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
};
