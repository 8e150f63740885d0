import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = {
  origin: string;
  /** Ports of the servers on loopback, used in turn. */
  targets: number[];
  /** Requests that went to another server because the first refused the connection. */
  retried(): number;
  stop(): Promise<void>;
};

/**
 * A load balancer with keep-alive connections. It tries the next server if one refuses the connection, like nginx with
 * `proxy_next_upstream error`, and retries idempotent requests if a reused connection closes before a response. It
 * answers any other failure with 502.
 */
export async function startBalancer(
  targets: number[],
  { port: wanted = 0 }: { port?: number } = {},
): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let turn = 0;
  let retried = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = { request, body: Buffer.concat(chunks) };
    turn += 1;
    const first = turn;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const outcome = await ask(targets[(first + attempt) % targets.length] ?? 0, asked, response);
      if (outcome !== 'again') return;
      retried += 1;
    }
    response.writeHead(502).end('no server');
  }

  function ask(
    port: number,
    { request, body }: { request: IncomingMessage; body: Buffer },
    response: ServerResponse,
  ): Promise<'done' | 'again'> {
    const { method = 'GET', url: path, headers } = request;
    return new Promise((done) => {
      const onward = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent });
      onward.on('response', (answer) => {
        const kept = { ...answer.headers };
        // These are about the connection to the server: the balancer keeps its own open for a shorter time.
        delete kept.connection;
        delete kept['keep-alive'];
        response.writeHead(answer.statusCode ?? 502, kept);
        answer.on('error', () => response.destroy()).pipe(response);
        answer.on('close', () => done('done'));
      });
      onward.on('error', (error: NodeJS.ErrnoException) => {
        const isSafe = method === 'GET' || method === 'HEAD';
        if (response.headersSent) response.destroy();
        else if (error.code === 'ECONNREFUSED' || (isSafe && error.code === 'ECONNRESET'))
          return done('again');
        else response.writeHead(502).end(error.code);
        done('done');
      });
      onward.end(body);
    });
  }

  const server = createServer((request, response) => void pass(request, response));
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    retried: () => retried,
    async stop() {
      if (!server.listening) return;
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
