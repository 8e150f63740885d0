import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

type Standalone = { startServer(): { server: { server: Server } } };

/**
 * A server process for benchmarks. It sends its port, then replies to the message `cpu` with the CPU time used so far,
 * and to `memory` with its memory usage. Arguments: `bare BYTES STATUS [HEADERS as JSON]` writes one prepared buffer,
 * `site FOLDER` is the production server, `standalone ENTRY` is @astrojs/node.
 */
const [kind = '', first = '', second = '200', third] = process.argv.slice(2);
process.on('message', (wanted) => {
  if (wanted === 'cpu') return process.send?.(process.cpuUsage());
  globalThis.gc?.();
  return process.send?.(process.memoryUsage());
});
process.on('disconnect', () => process.exit());

if (kind === 'bare') serveBare(Number(first), Number(second), third);
else if (kind === 'standalone') await serveStandalone(first);
else await serveSite(first);

function serveBare(bytes: number, status: number, given: string | undefined): void {
  const body = Buffer.alloc(bytes, 'x');
  const few =
    status === 304
      ? ['ETag', '"x"']
      : ['Content-Type', 'application/json', 'Content-Length', String(bytes), 'Cache-Control', 'no-store'];
  const headers = given === undefined ? few : (JSON.parse(given) as string[]);
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
  server.listen(0, 'localhost', () => process.send?.((server.address() as AddressInfo).port));
}

async function serveStandalone(entry: string): Promise<void> {
  // Starts the server here instead of on import, so that it can use a free port.
  const own = { ASTRO_NODE_LOGGING: 'disabled', ASTRO_NODE_AUTOSTART: 'disabled' };
  Object.assign(process.env, { HOST: 'localhost', PORT: '0', ...own });
  const standalone = (await import(resolve(entry))) as Standalone;
  const { server } = standalone.startServer().server;
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
}

/** Starts the production server, and reads the port from its output. */
async function serveSite(folder: string): Promise<void> {
  Object.assign(process.env, { HOST: 'localhost', PORT: '0', PUBLISHER: 'off' });
  process.argv[2] = resolve(folder);
  const write = console.log;
  console.log = (line: unknown) => {
    const port = /listening on http:\/\/[^:]+:(\d+)/.exec(String(line))?.[1];
    if (port === undefined) write(line);
    else process.send?.(Number(port));
  };
  await import('#app/server.ts');
}
