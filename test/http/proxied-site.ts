import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort, untilListening } from '#test/ports.ts';
import { spawnNginx, withServers } from '#test/stand-ins/deployed-nginx.ts';

type ProxyName = 'nginx' | 'caddy';

export type Proxied = {
  name: ProxyName;
  send(path: string, options?: SendOptions): Promise<Answer>;
  /** Resolves when the headers have arrived. The body has not been read. */
  open(path: string, options?: SendOptions): Promise<IncomingMessage>;
  /** Sends the headers of a POST without its body. Resolves when the proxy has them. */
  begin(path: string, from: string): Promise<ClientRequest>;
  stop(): Promise<void>;
};

type SendOptions = {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: unknown;
  /** The client's address on loopback. */
  from?: string;
};

export type Answer = { status: number; headers: IncomingMessage['headers']; body: string };

/** The host name in the configurations of `deploy`. */
const host = 'www.example.org';

/** Starts a proxy with its configuration from `deploy`. Only ports and file paths are replaced. */
export async function startProxy(name: ProxyName, instances: readonly string[]): Promise<Proxied> {
  const folder = mkdtempSync(join(tmpdir(), `lectern-${name}-`));
  const [plainPort, port] = [await freePort(), await freePort()];
  const certificate = makeCertificate(folder);
  const upstreams = instances.map((origin) => new URL(origin).host);
  const startProgram = { nginx: startNginx, caddy: startCaddy }[name];
  const child = startProgram({ folder, plainPort, port, upstreams });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit');
  await untilListening(port, child).catch((error: unknown) => {
    throw new Error(`${name}: ${output}`, { cause: error });
  });

  function start(path: string, { method = 'GET', headers = {}, from = '127.0.0.1' }: SendOptions) {
    return request({
      host: '127.0.0.1',
      port,
      path,
      method,
      localAddress: from,
      servername: host,
      ca: certificate,
      headers: { Host: host, ...headers },
      agent: false,
    });
  }

  async function open(
    path: string,
    { body, headers, ...options }: SendOptions = {},
  ): Promise<IncomingMessage> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const type = payload && { 'Content-Type': 'application/json' };
    const sent = start(path, { ...options, headers: { ...type, ...headers } });
    sent.end(payload);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  }

  return {
    name,
    open,
    async send(path, options) {
      const answer = await open(path, options);
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
    },
    async begin(path, from) {
      const headers = { Expect: '100-continue', 'Content-Length': '10' };
      const sent = start(path, { method: 'POST', from, headers });
      sent.flushHeaders();
      await once(sent, 'continue');
      return sent.on('error', () => undefined);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Start = { folder: string; plainPort: number; port: number; upstreams: readonly string[] };

function startNginx({ folder, plainPort, port, upstreams }: Start) {
  const site = withServers(readFileSync('deploy/nginx.conf', 'utf8'), upstreams, 'max_fails=0')
    .replaceAll('/etc/nginx/tls', folder)
    .replace(/^ {2}listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `);
  return spawnNginx(folder, site);
}

function startCaddy({ folder, plainPort, port, upstreams }: Start) {
  const site = readFileSync('deploy/Caddyfile', 'utf8').replace(
    /^\{\$SITE_ADDRESS.*\n/m,
    (line) => `${line}\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n`,
  );
  const options = `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tskip_install_trust\n}\n`;
  writeFileSync(join(folder, 'Caddyfile'), options + site);
  return spawn('/usr/bin/caddy', ['run', '--config', join(folder, 'Caddyfile')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, UPSTREAMS: upstreams.join(' ') },
  });
}

function makeCertificate(folder: string): string {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  execFileSync('openssl', ['req', ...kind, ...files, ...names], { stdio: 'ignore' });
  return readFileSync(join(folder, 'fullchain.pem'), 'utf8');
}
