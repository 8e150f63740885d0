import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';

/**
 * Asks a server, which is closed again, for the paths, so that what is loaded and compiled at the first request is
 * so before the first visitor's. What fails shows when somebody asks for it.
 */
export async function warmUp(server: Server, paths: readonly string[]): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const path of paths) await ask(port, path);
  server.close();
  server.closeAllConnections();
}

function ask(port: number, path: string): Promise<void> {
  return new Promise((done) => {
    request({ host: '127.0.0.1', port, path, agent: false }, (response) =>
      response.resume().on('close', done),
    )
      .on('error', () => done())
      .end();
  });
}
