import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseCoding } from './content-coding.ts';

/** In bytes. Smaller responses fit into one packet anyway. */
const minBytes = 1_200;
const compressors = {
  // A page takes a fraction of a millisecond at this level, and is hardly smaller at higher levels.
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
};

/**
 * Compresses a dynamic page with a content coding that the request accepts. Not for pages that contain both a secret
 * and user input: their compressed length would leak the secret (BREACH).
 */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  if (response.body === null || response.headers.has('Content-Encoding')) return response;
  const headers = new Headers(response.headers);
  headers.append('Vary', 'Accept-Encoding');
  headers.delete('Content-Length');
  const coding = chooseCoding(request.headers.get('Accept-Encoding') ?? undefined);
  const body = new Uint8Array(await response.arrayBuffer());
  const { status, statusText } = response;
  if (coding === 'identity' || body.length < minBytes)
    return new Response(body, { status, statusText, headers });
  headers.set('Content-Encoding', coding);
  return new Response(new Uint8Array(await compressors[coding](body)), { status, statusText, headers });
}
