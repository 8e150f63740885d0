import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { makeCertificate } from './tls-proxy.ts';

type Forge = {
  /** Address of the repository, without credentials. */
  address: URL;
  /** File with the certificate, for `GIT_SSL_CAINFO`. */
  certificate: string;
  /** The user name that the forge accepts; may be changed. */
  user: string;
  password: string;
  stop(): Promise<void>;
};

/** A forge on loopback or the given address, with TLS and basic authentication: git’s own `http-backend` serves one bare repository. */
export async function startForge(repository: string, host = 'localhost'): Promise<Forge> {
  const folder = mkdtempSync(join(tmpdir(), 'forge-'));
  const { key, certificate } = makeCertificate(host);
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, certificate);
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const credentials = Buffer.from(`${forge.user}:${forge.password}`).toString('base64');
    if (request.headers.authorization === `Basic ${credentials}`) {
      void runBackend(repository, request, response);
      return;
    }
    request.resume();
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="forge"' }).end();
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const forge: Forge = {
    user: 'lectern',
    password: 'a-token-of-the-forge',
    address: new URL(`https://${host}:${port}/${basename(repository)}`),
    certificate: file,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      rmSync(folder, { recursive: true });
    },
  };
  return forge;
}

/** Runs git’s CGI program. */
async function runBackend(
  repository: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'https://forge.invalid');
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: dirname(repository),
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      // `http-backend` rejects pushes without a user.
      REMOTE_USER: 'lectern',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      ...headerVariables(request),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  let output: Buffer = Buffer.alloc(0);
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    if (response.headersSent) response.write(chunk);
    else output = sendHeaders(response, Buffer.concat([output, chunk]));
  }
  response.end();
}

function headerVariables({ headers }: IncomingMessage): Record<string, string> {
  const names = ['content-length', 'content-encoding', 'git-protocol'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      const variable = name.toUpperCase().replaceAll('-', '_');
      const prefix = name === 'content-length' ? '' : 'HTTP_';
      return typeof value === 'string' ? [[prefix + variable, value]] : [];
    }),
  );
}

/** Sends the headers once they are complete. @returns the part of the output that is not sent yet */
function sendHeaders(response: ServerResponse, output: Buffer): Buffer {
  const end = output.indexOf('\r\n\r\n');
  if (end < 0) return output;
  const lines = output.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/) as [string, string]));
  const { Status: status = '200', ...others } = headers;
  response.writeHead(Number.parseInt(status), others);
  response.write(output.subarray(end + 4));
  return Buffer.alloc(0);
}
