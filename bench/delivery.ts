import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDelivery } from '#lib/delivery/deliver.ts';
import { openPublished, type Published } from '#lib/delivery/published.ts';
import { writeBuild } from '../test/http/delivery-build.ts';

/**
 * CPU of the server's process per request, ours beside a bare node:http server that writes one prepared
 * buffer of the same size, and beside @astrojs/node standalone where `.cache/bench/standalone` has a build.
 * Usage: node bench/delivery.ts [folder of a build]
 */
const requestsPerRound = 10_000;
const rounds = 9;
const connections = 8;
const standaloneEntry = resolve('.cache/bench/standalone/server/entry.mjs');

type Case = { name: string; headers: string; status: number; body: Buffer };
type Server = { name: string; child: ChildProcess; port: number };

if (process.argv[2] === 'serve') await serve(process.argv.slice(3));
else await main(process.argv[2]);

/** In the child: starts one server, tells its port, and answers each message with the CPU used so far. */
async function serve([kind = '', folder = '', bytes = '0']: string[]): Promise<void> {
  process.on('message', () => process.send?.(process.cpuUsage()));
  if (kind === 'standalone') {
    await startStandalone();
    return;
  }
  const listener = kind === 'ours' ? ourListener(folder) : bareListener(Number(bytes));
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

function ourListener(folder: string): RequestListener {
  const published = openPublished(folder);
  const { deliver } = createDelivery({ published, siteUrl: published.manifest.siteUrl });
  return (request, response) => void deliver(request, response);
}

function bareListener(bytes: number): RequestListener {
  const body = Buffer.alloc(bytes, 'x');
  const status = bytes === 0 ? 304 : 200;
  const headers = bytes === 0 ? { ETag: '"x"' } : { 'Content-Type': 'text/html', 'Content-Length': bytes };
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

async function startStandalone(): Promise<void> {
  const port = 43_000 + (process.pid % 900);
  Object.assign(process.env, { HOST: '127.0.0.1', PORT: String(port) });
  await import(standaloneEntry);
  process.send?.(port);
}

async function main(given: string | undefined): Promise<void> {
  const made = given === undefined ? makeBuild() : undefined;
  const folder = resolve(given ?? made ?? '');
  try {
    const { path, cases } = readCases(openPublished(folder));
    console.log(
      `${path}, ${requestsPerRound} requests a round, ${connections} connections, ${rounds} rounds`,
    );
    for (const one of cases) await measure(one, { path, folder, isMade: made !== undefined });
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true });
  }
}

/** The page nearest to 20 kB, as it is, in brotli, as Markdown and not modified. */
function readCases({ manifest, addresses }: Published): { path: string; cases: Case[] } {
  const distance = ({ html }: { html: { bytes: number } }) => Math.abs(html.bytes - 20_000);
  const [page] = manifest.pages
    .filter(
      ({ status, path }) =>
        status === 200 && !manifest.pages.some((other) => other.path.startsWith(`${path}/`)),
    )
    .sort((a, b) => distance(a) - distance(b));
  const address = page && addresses.get(page.path);
  if (!address) throw new Error('the build has no page');
  const browser = 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n';
  const body = (prepared: { content: Buffer | null }) => prepared.content ?? Buffer.alloc(0);
  const coded = `${browser}Accept-Encoding: gzip, deflate, br, zstd\r\n`;
  const cases = [
    { name: 'page', headers: browser, status: 200, body: body(address.html.identity) },
    { name: 'brotli', headers: coded, status: 200, body: body(address.html.br) },
    {
      name: 'twin',
      headers: 'Accept: text/markdown, */*\r\n',
      status: 200,
      body: body(address.markdown.identity),
    },
    {
      name: '304',
      headers: `${coded}If-None-Match: ${address.html.br.etag}\r\n`,
      status: 304,
      body: Buffer.alloc(0),
    },
  ];
  return { path: page.path, cases };
}

async function measure(
  one: Case,
  { path, folder, isMade }: { path: string; folder: string; isMade: boolean },
) {
  const kinds = [
    ['bare', '', String(one.body.length)],
    ['ours', folder],
  ];
  if (!isMade && existsSync(standaloneEntry) && one.name !== 'twin') kinds.push(['standalone']);
  const servers = await Promise.all(kinds.map(startServer));
  const requests = new Map<string, string>();
  for (const server of servers) {
    const headers =
      server.name === 'standalone' ? await withOwnTag(one.headers, server.port, path) : one.headers;
    requests.set(server.name, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  }
  const figures = new Map(servers.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      const request = requests.get(server.name) ?? '';
      const figure = await cpuPerRequest(server, { request, isHeadOnly: one.status === 304 });
      if (round > 0) figures.get(server.name)?.push(figure);
    }
  }
  for (const { child } of servers) child.kill();
  print(one, figures);
}

/** The same headers with the entity tag that another server gave the page. */
async function withOwnTag(headers: string, port: number, path: string): Promise<string> {
  if (!headers.includes('If-None-Match')) return headers;
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return headers.replace(/If-None-Match: .*\r\n/, `If-None-Match: ${response.headers.get('ETag') ?? ''}\r\n`);
}

function print({ name, body }: Case, figures: Map<string, number[]>): void {
  const bare = median(figures.get('bare') ?? []);
  const columns = [...figures].map(([server, values]) => {
    const cpu = median(values);
    return `${server} ${cpu.toFixed(1)} µs (${(cpu / bare).toFixed(2)}x)`;
  });
  console.log(`${name.padEnd(7)} ${String(body.length).padStart(6)} B   ${columns.join('   ')}`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function startServer(parameters: string[]): Promise<Server> {
  const child = fork(fileURLToPath(import.meta.url), ['serve', ...parameters]);
  const port = await new Promise<number>((ready) =>
    child.once('message', (message) => ready(message as number)),
  );
  return { name: parameters[0] ?? '', child, port };
}

async function cpuPerRequest(
  server: Server,
  wire: { request: string; isHeadOnly: boolean },
): Promise<number> {
  const before = await cpuOf(server);
  const share = requestsPerRound / connections;
  await Promise.all(Array.from({ length: connections }, () => sendRequests(server.port, share, wire)));
  return ((await cpuOf(server)) - before) / requestsPerRound;
}

async function cpuOf({ child }: Server): Promise<number> {
  child.send('cpu');
  const { user, system } = await new Promise<NodeJS.CpuUsage>((answered) =>
    child.once('message', (message) => answered(message as NodeJS.CpuUsage)),
  );
  return user + system;
}

/** One keep-alive connection that sends the next request when the answer to the last one is whole. */
function sendRequests(
  port: number,
  count: number,
  { request, isHeadOnly }: { request: string; isHeadOnly: boolean },
) {
  return new Promise<void>((done, failed) => {
    let left = count;
    let answerLength = 0;
    let received = 0;
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    socket.on('error', failed);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      answerLength ||= lengthOf(chunk, isHeadOnly);
      if (Number.isNaN(answerLength) ? !endsChunks(chunk) : received < answerLength) return;
      received = 0;
      answerLength = 0;
      left -= 1;
      if (left > 0) socket.write(request);
      else socket.end(done);
    });
  });
}

/** Length of the whole answer by its head, which these servers send in one piece. */
function lengthOf(chunk: Buffer, isHeadOnly: boolean): number {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const head = chunk.toString('latin1', 0, end);
  const expected = isHeadOnly ? 'HTTP/1.1 304' : 'HTTP/1.1 200';
  if (!head.startsWith(expected)) throw new Error(`the server answered ${head.split('\r\n', 1)[0]}`);
  if (isHeadOnly) return end;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? Number.NaN : end + Number(length);
}

/** A body without a length ends with an empty chunk. */
function endsChunks(chunk: Buffer): boolean {
  return chunk.toString('latin1', Math.max(0, chunk.length - 5)) === '0\r\n\r\n';
}

/** A build of one page, for when there is none to measure. */
function makeBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-delivery-'));
  const words = Array.from({ length: 2600 }, (_, index) => (index * 7919).toString(36)).join(' ');
  writeBuild(folder, {
    siteUrl: 'http://localhost:4321',
    pages: [
      {
        path: '/page',
        html: `<!doctype html><title>Page</title><p>${words}</p>`,
        markdown: words.slice(0, 8000),
      },
      { path: '/404', status: 404, html: 'Missing', markdown: 'Missing' },
    ],
  });
  return folder;
}
