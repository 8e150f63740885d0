import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { documentHeaders } from '#lib/http/security-headers.ts';
import { connectionTexts as texts } from '#lib/i18n/en/delivery.ts';
import type { Log } from '#lib/log/log.ts';
import type { RequestOrder } from './request-order.ts';

/** `rawPacket` is the data that the parser rejected. */
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };
type Refusal = { status: string; text: string; headers?: readonly string[] };

const answers: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: texts.headersTooLarge,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Payload Too Large',
    text: texts.chunkExtensions,
  },
  HPE_INVALID_METHOD: {
    status: '501 Not Implemented',
    text: texts.unknownMethod,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    text: texts.tooSlow,
  },
};
const malformed: Refusal = { status: '400 Bad Request', text: texts.malformed };
const tunnel: Refusal = {
  status: '405 Method Not Allowed',
  text: texts.tunnel,
  headers: ['Allow: GET, HEAD, POST, OPTIONS'],
};

/**
 * Creates the `clientError` handler, which responds with plain text and closes the connection. It sends no response if
 * the client would take it for the response to an earlier request.
 */
export function createClientErrorHandler(order: RequestOrder, log: Log) {
  return (error: ClientError, socket: Duplex): void => {
    // Reading was paused, so the client may have sent the rest in time.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && order.hasWaiting(socket)) return;
    const answersOther = order.current(socket)?.headersSent || order.hasWaiting(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || answersOther) {
      socket.destroy();
      return;
    }
    if (error.code === 'HPE_HEADER_OVERFLOW') log.warn('a request had headers that are too large');
    refuse(socket, isBinary(error) ? malformed : (answers[error.code ?? ''] ?? malformed));
  };
}

/** Whether the client sent something other than text, such as TLS. */
function isBinary({ rawPacket }: ClientError): boolean {
  return rawPacket !== undefined && !/^[\t\n\r -~]/.test(rawPacket.toString('latin1', 0, 1));
}

/** Handles CONNECT, for which Node passes only the socket. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  refuse(socket, tunnel);
}

function refuse(socket: Duplex, { status, text, headers = [] }: Refusal): void {
  const lines = [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text) + 1}`,
    'Cache-Control: no-store',
    ...headers,
    ...documentHeaders('').map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}\n`);
}
