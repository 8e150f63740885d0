import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { loopbackAddress } from '#lib/http/loopback.ts';
import { mcpPath } from '#lib/mcp/protocol.ts';

type WarmUpRequest = { path: string; headers?: Readonly<Record<string, string>>; body?: string };

/** One request per kind of dynamic route; prerendered pages are in memory already. */
const warmUpRequests: readonly WarmUpRequest[] = [
  { path: '/api/health' },
  { path: '/api/search?q=study' },
  { path: '/search?q=study' },
  { path: '/search?q=study', headers: { Accept: 'text/markdown' } },
  { path: '/courses/find?q=study' },
  { path: '/courses/compare' },
  { path: '/programs/compare' },
  { path: '/register' },
  { path: '/openapi.json' },
  {
    path: mcpPath,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"study"}}}',
  },
  { path: '/-' },
];

/**
 * Sends requests to a server and closes it, so that code is loaded and compiled before the first visitor. Ignores
 * failures: the next request to that address reports them.
 */
export async function warmUp(server: Server): Promise<void> {
  server.listen(0, loopbackAddress());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const each of warmUpRequests) await ask(port, each);
  server.close();
  server.closeAllConnections();
}

function ask(port: number, { path, headers = {}, body }: WarmUpRequest): Promise<void> {
  return new Promise((done) => {
    const method = body === undefined ? 'GET' : 'POST';
    request({ host: loopbackAddress(), port, path, method, headers, agent: false }, (response) =>
      response.resume().on('close', done),
    )
      .on('error', () => done())
      .end(body);
  });
}
