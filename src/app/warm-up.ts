import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';

export type WarmUpRequest = { path: string; headers?: Readonly<Record<string, string>>; body?: string };

/**
 * Sends requests to a server and closes it, so that their code is loaded and compiled before the first
 * visitor. Ignores failures: the next request to that address reports them.
 */
export async function warmUp(server: Server, requests: readonly WarmUpRequest[]): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const each of requests) await ask(port, each);
  server.close();
  server.closeAllConnections();
}

function ask(port: number, { path, headers = {}, body }: WarmUpRequest): Promise<void> {
  return new Promise((done) => {
    const method = body === undefined ? 'GET' : 'POST';
    request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) =>
      response.resume().on('close', done),
    )
      .on('error', () => done())
      .end(body);
  });
}
