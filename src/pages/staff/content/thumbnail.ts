import { requireDesk } from '#app/desk/require-desk.ts';
import { staffEndpoint } from '#lib/auth/staff-json.ts';

export const prerender = false;

/** Returns a small version of a picture. Its address contains its hash, so browsers may cache it. */
export const GET = staffEndpoint('editor', async ({ locals, url }) => {
  const bytes = await requireDesk(locals.services).desk.pictures.readThumbnail(
    url.searchParams.get('path') ?? '',
  );
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'image/webp',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=604800, immutable',
    },
  });
});
