import { bodyErrors, requestErrors } from '#lib/i18n/en/errors.ts';
import { ApiError } from './api-error.ts';

export type BodyLimits = {
  maxBytes: number;
  /** Timeout for receiving the whole body. */
  timeoutMs?: number;
};

/** A body over a smaller limit is read and discarded up to this size, so that the client receives the response. */
const discardBytes = 1024 * 1024;
const defaultTimeout = 10_000;
const closing = { Connection: 'close' };

/**
 * Reads a body of the media type as UTF-8 text. Counts the received bytes instead of trusting Content-Length.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, or INVALID_REQUEST if the body is slow, incomplete or
 * not UTF-8
 */
export async function readBody(
  request: Request,
  mediaType: string,
  { maxBytes, timeoutMs = defaultTimeout }: BodyLimits,
): Promise<string> {
  requireMediaType(request.headers, mediaType);
  const bytes = await readBytes(request, { maxBytes, timeoutMs });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', { ...bodyErrors.notUtf8, cause });
  }
}

/**
 * Reads a body of any media type, unchanged.
 * @throws ApiError PAYLOAD_TOO_LARGE, or INVALID_REQUEST if the body is slow or incomplete
 */
export function readRawBody(
  request: Request,
  { maxBytes, timeoutMs = defaultTimeout }: BodyLimits,
): Promise<Uint8Array> {
  return readBytes(request, { maxBytes, timeoutMs });
}

function requireMediaType(headers: Headers, mediaType: string): void {
  const [essence = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const isUtf8 = parameters.every((parameter) => {
    const [name = '', charset] = parameter.split('=', 2).map((part) => part.trim());
    return name !== 'charset' || charset === undefined || /^(?:utf-?8|"utf-?8")$/.test(charset);
  });
  if (essence.trim() !== mediaType || !isUtf8) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', bodyErrors.mediaType({ mediaType }));
  }
  // Never decompress: a few kilobytes can expand to gigabytes.
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity' && coding !== '') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', bodyErrors.compressed);
  }
}

/**
 * Does not cancel the stream of a refused body: in Node, that closes the connection before the response is sent.
 */
async function readBytes(
  request: Request,
  { maxBytes, timeoutMs }: Required<BodyLimits>,
): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const mostBytes = Math.max(maxBytes, discardBytes);
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > mostBytes) throw tooLarge(maxBytes, closing);
  const reader = request.body.getReader();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
  const chunks: Uint8Array[] = [];
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(cutOff), timedOut]);
      if (done) break;
      received += value.byteLength;
      if (received > mostBytes) throw tooLarge(maxBytes, closing);
      if (received <= maxBytes) chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  if (received > maxBytes) throw tooLarge(maxBytes);
  return Buffer.concat(chunks);
}

function cutOff(cause: unknown): never {
  throw new ApiError('INVALID_REQUEST', { ...bodyErrors.cutOff, headers: closing, cause });
}

function tooSlow(timeoutMs: number): ApiError {
  return new ApiError('INVALID_REQUEST', {
    ...bodyErrors.tooSlow({ seconds: Math.ceil(timeoutMs / 1000) }),
    headers: closing,
  });
}

function tooLarge(maxBytes: number, headers = {}): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', { ...requestErrors.tooLarge({ maxBytes }), headers });
}
