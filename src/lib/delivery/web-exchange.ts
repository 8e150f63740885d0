import type { IncomingMessage, ServerResponse } from 'node:http';

/** Letters of which Astro reads no other address than the one that is written. */
const plainTarget = /^(?:\/[\w.-]+)+(?:\?|$)/;
const longestHost = 260;
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** True for a request without a body to a path that means the same however it is decoded. */
export function isPlainRead({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && plainTarget.test(url);
}

/**
 * The request as routes take it, without a body. Its signal aborts when the client goes away. A Host that is
 * none does not reach the address.
 */
export function toWebRequest(request: IncomingMessage, response: ServerResponse): Request {
  const { headers, method = 'GET', socket, url = '/' } = request;
  const controller = new AbortController();
  const abort = () => controller.abort();
  socket.on('close', abort);
  response.once('close', () => socket.off('close', abort));
  const host = isHost(headers.host) ? headers.host : 'localhost';
  return new Request(`http://${host}${url}`, {
    method,
    // Cookies that a client sets are the one list among them, and are none that a request has.
    headers: headers as Record<string, string>,
    signal: controller.signal,
  });
}

function isHost(host: string | undefined): host is string {
  return host !== undefined && host.length <= longestHost && hostForm.test(host);
}

/** Writes a web response in one piece, with its length; nothing is sent before the body is whole. */
export async function sendWhole(answer: Response, response: ServerResponse): Promise<void> {
  const headers = [...answer.headers].flat();
  const body = answer.body === null ? undefined : await answer.bytes();
  if (response.destroyed) return;
  const mayHaveBody = answer.status !== 204 && answer.status !== 304;
  if (mayHaveBody && !answer.headers.has('Content-Length')) {
    headers.push('Content-Length', String(body?.length ?? 0));
  }
  response.writeHead(answer.status, headers);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
