import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort, untilListening } from '#test/ports.ts';

/** Replaces the servers in the upstream of `deploy/nginx.conf`. */
export function withServers(configuration: string, servers: readonly string[], options: string): string {
  return configuration
    .replace(/^ {2}server 127\.0\.0\.1:\d+ .*\n/gm, '')
    .replace('upstream lectern {', (line) =>
      [line, ...servers.map((server) => `  server ${server} ${options};`)].join('\n'),
    );
}

/** @param site a configuration like that in `deploy` @param inHttp more directives, for all servers */
export function spawnNginx(
  folder: string,
  site: string,
  inHttp = '',
): ChildProcessByStdio<null, Readable, Readable> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(
    join(folder, 'nginx.conf'),
    [
      `daemon off; master_process off; pid ${folder}/pid; error_log stderr;`,
      'events { worker_connections 512; }',
      `http { access_log off; ${temporary.join(' ')} ${inHttp} include ${folder}/site.conf; }`,
    ].join('\n'),
  );
  return spawn('/usr/sbin/nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * nginx with the configuration of `deploy` in front of other machines, with the options that it gives for them, but
 * without TLS. A visitor's address is what `X-Forwarded-For` says.
 */
export async function startDeployedNginx(host: string, servers: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const deployed = readFileSync('deploy/nginx.conf', 'utf8');
  const options = /^ {2}# server \S+ (.*);$/m.exec(deployed)?.[1] ?? '';
  const [plainPort, port] = [await freePort(), await freePort()];
  const site = withServers(deployed, servers, options)
    .replace(/^ {2}(?:listen \[::\]|ssl_).*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen ${host}:${port};`);
  const child = spawnNginx(folder, site, `set_real_ip_from ${host}; real_ip_header X-Forwarded-For;`);
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.resume();
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await untilListening(port, child, host).catch((error: unknown) => {
    throw new Error(`nginx: ${output}`, { cause: error });
  });
  return {
    origin: `http://${host}:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
