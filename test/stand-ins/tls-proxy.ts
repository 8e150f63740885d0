import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import { isIP, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TlsProxy = {
  port: number;
  /** A `fetch` that trusts the proxy's certificate. */
  fetch: typeof fetch;
  /** Port of the server on loopback. */
  target: number;
  /** Headers that the proxy adds to each request. */
  added: Record<string, string>;
  stop(): Promise<void>;
};

/** A TLS proxy in front of an http server, with a self-signed certificate for `localhost`. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const { key, certificate } = makeCertificate();
  const proxy: TlsProxy = {
    port: 0,
    target: 0,
    added: {},
    fetch: (input, init) => fetchThrough(proxy, certificate, { input: urlOf(input), init }),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const headers = {
      ...request.headers,
      'x-forwarded-for': request.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
      ...proxy.added,
    };
    const { method, url: path } = request;
    const onward = httpRequest({ host: 'localhost', port: proxy.target, method, path, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

function urlOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : String(input);
}

/** A self-signed certificate for a name or address. */
export function makeCertificate(host = 'localhost'): { key: string; certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  try {
    const subject = [
      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=${isIP(host) ? 'IP' : 'DNS'}:${host}`,
    ];
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    execFileSync('openssl', ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Uses `node:https`, since Node's `fetch` cannot trust a certificate. */
async function fetchThrough(
  { port }: TlsProxy,
  certificate: string,
  { input, init }: { input: string; init: RequestInit | undefined },
): Promise<Response> {
  const url = new URL(input);
  if (url.protocol !== 'https:' || Number(url.port) !== port) return fetch(input, init);
  const asked = new Request(input, init);
  const body = Buffer.from(await asked.arrayBuffer());
  const headers = { ...Object.fromEntries(asked.headers), 'content-length': String(body.length) };
  const request = httpsRequest(url, { method: asked.method, headers, ca: certificate, agent: false });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const received = new Headers();
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    received.append(answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '');
  }
  const status = answer.statusCode ?? 500;
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: received });
}
