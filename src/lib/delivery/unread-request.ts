import type { Duplex } from 'node:stream';

const answers: Readonly<Record<string, { status: string; text: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: 'The headers of this request are too large. In a browser, delete the cookies of this site and try again.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    text: 'The request took too long to arrive. Send it again.',
  },
};
const malformed = { status: '400 Bad Request', text: 'This is no request that a web server can read.' };

/** Answers what Node could not read as a request, in plain words instead of nothing, and closes the connection. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, text } = answers[error.code ?? ''] ?? malformed;
  if (error.code === 'HPE_HEADER_OVERFLOW') console.warn('a request had larger headers than are read');
  const headers = [
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text) + 1}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${text}\n`);
}
