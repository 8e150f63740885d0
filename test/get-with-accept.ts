import { request as sendRequest } from 'node:http';

export type Received = { status: number; headers: Record<string, string | undefined>; body: string };

/** Sends a GET with exactly this Accept header, or without one. `fetch` always adds one. */
export function getWithAccept(origin: string, path: string, accept: string | null): Promise<Received> {
  return new Promise((done, fail) => {
    const request = sendRequest(origin + path, { headers: accept === null ? {} : { accept } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string | undefined>,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.on('error', fail);
    request.end();
  });
}
