import { isLoopback } from '#lib/http/loopback.ts';
import { DirectoryError } from './directory-error.ts';

const maxAnswerBytes = 1024 * 1024;
const timeoutMs = 5_000;

export type DirectoryFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Creates a `fetch` for addresses of the directory: https or loopback only, no redirects, with a timeout and a size
 * limit for the whole response. Responses with status 4xx are returned.
 * @throws DirectoryError
 */
export function createDirectoryFetch(fetch: typeof globalThis.fetch): DirectoryFetch {
  return async (address, init = {}) => {
    const url = requireSafeAddress(address);
    let response: Response;
    let body: string;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      response = await fetch(url, { ...init, redirect: 'manual', signal });
      body = await readBounded(response);
    } catch (cause) {
      if (cause instanceof DirectoryError) throw cause;
      throw new DirectoryError(`${url.host} does not answer`, { cause });
    }
    if (response.status >= 500 || response.status < 200) {
      throw new DirectoryError(`${url.host} answers ${response.status}`);
    }
    if (response.status >= 300 && response.status < 400) throw new DirectoryError(`${url.host} redirects`);
    const hasBody = response.status !== 204 && response.status !== 205;
    return new Response(hasBody ? body : null, { status: response.status, headers: response.headers });
  };
}

function requireSafeAddress(address: string | URL): URL {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw new DirectoryError('an address of the directory does not use https');
}

async function readBounded(response: Response): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let received = 0;
  for await (const chunk of response.body) {
    received += chunk.byteLength;
    if (received > maxAnswerBytes) throw new DirectoryError('a response from the directory is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** @throws DirectoryError if the response is not a JSON object */
export async function readObject(response: Response): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await response.text());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (cause) {
    throw new DirectoryError('the directory did not return JSON', { cause });
  }
  throw new DirectoryError('the directory did not return a JSON object');
}
