import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#test/ports.ts';

export type RedisStandIn = {
  url: string;
  /** Stops responding without closing connections, like a hanging machine. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** Starts redis-server without persistence, on the given or a free port, on loopback or the given address. */
export async function startRedis({
  port,
  host = '127.0.0.1',
}: { port?: number; host?: string } = {}): Promise<RedisStandIn> {
  const chosen = port ?? (await freePort());
  const options = [
    '--port',
    String(chosen),
    '--bind',
    host,
    '--protected-mode',
    'no',
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.once('exit', () => reject(new Error(`redis-server ended:\n${output}`)));
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.includes('Ready to accept connections')) resolve(undefined);
  });
  await ready;
  return {
    url: `redis://${host}:${chosen}`,
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}
