import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { documentHeaders } from '#lib/http/security-headers.ts';
import type { Log } from '#lib/log/log.ts';

/** `rawPacket` is where the parser stopped. */
type UnreadError = NodeJS.ErrnoException & { rawPacket?: Buffer };
type Refusal = { status: string; text: string; headers?: readonly string[] };

const answers: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: 'The address and headers of this request are too large. In a browser, delete the cookies of this site and try again.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Payload Too Large',
    text: 'The chunks of this body have more extensions than are read.',
  },
  HPE_INVALID_METHOD: {
    status: '501 Not Implemented',
    text: 'This server does not know the method of this request.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    text: 'The request took too long to arrive. Send it again.',
  },
};
const malformed: Refusal = {
  status: '400 Bad Request',
  text: 'This is no request that a web server can read.',
};
const tunnel: Refusal = {
  status: '405 Method Not Allowed',
  text: 'This is a web site and no proxy: it opens no tunnels.',
  headers: ['Allow: GET, HEAD, POST, OPTIONS'],
};

/**
 * Makes what answers what Node could not read as a request: in plain words instead of nothing, then the
 * connection is closed. One on which an answer has begun is cut.
 * @param answering what is being answered on the connection, if anything is
 */
export function createUnreadRefusal(answering: (socket: Duplex) => ServerResponse | undefined, log: Log) {
  return (error: UnreadError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || answering(socket)?.headersSent) {
      socket.destroy();
      return;
    }
    if (error.code === 'HPE_HEADER_OVERFLOW') log.warn('a request had larger headers than are read');
    refuse(socket, isNoText(error) ? malformed : (answers[error.code ?? ''] ?? malformed));
  };
}

/** TLS to a port that speaks none, and the like. */
function isNoText({ rawPacket }: UnreadError): boolean {
  return rawPacket !== undefined && !/^[\t\n\r -~]/.test(rawPacket.toString('latin1', 0, 1));
}

/** For CONNECT, which Node hands over as a bare connection. */
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
