import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compareCpu, printCpu, rounds, startMeasured } from './cpu-per-request.ts';
import { sized } from './sized.ts';

/**
 * Measures the CPU time of the production server per dynamic response. Compares it with a bare server that writes a
 * buffer of the same size, and with a plain project on @astrojs/node (if built in `.cache/bench/plain`). Usage: node
 * bench/endpoints.ts [build]
 */
const folder = process.argv[2] ?? 'dist';
const script = join(import.meta.dirname, 'measured-server.ts');
const plainEntry = resolve('.cache/bench/plain/server/entry.mjs');
const count = sized(2_000, 80);
const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
const cases = [
  { name: '/api/health', path: '/api/health', accept: '*/*', status: 200, plain: true },
  { name: '/api/search, cached', path: '/api/search?q=soil', accept: '*/*', status: 200, plain: false },
  { name: '404 as JSON', path: '/api/nothing', accept: '*/*', status: 404, plain: true },
  { name: '404 as HTML', path: '/nothing', accept: html, status: 404, plain: false },
  { name: '404 as Markdown', path: '/nothing', accept: 'text/markdown', status: 404, plain: false },
];

const dataDir = mkdtempSync(join(tmpdir(), 'bench-endpoints-'));
const ours = await startMeasured('ours', script, {
  parameters: ['site', folder],
  environment: { DATA_DIR: dataDir, TRUSTED_PROXIES: 'loopback' },
});
try {
  console.log(`${count} requests a round, ${rounds} rounds, medians`);
  for (const one of cases) await measure(one);
} finally {
  ours.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure({ name, path, accept, status, plain }: (typeof cases)[number]): Promise<void> {
  const headers = { Accept: accept, 'Accept-Encoding': 'gzip, deflate, br' };
  const response = await fetch(`http://localhost:${ours.port}${path}`, { headers });
  await response.arrayBuffer();
  const bytes = response.headers.get('Content-Length') ?? '0';
  const bare = await startMeasured('bare', script, { parameters: ['bare', bytes, String(status)] });
  const servers = [bare, ours];
  if (plain && existsSync(plainEntry)) {
    servers.push(await startMeasured('plain', script, { parameters: ['standalone', plainEntry] }));
  }
  let client = 0;
  // Simulates many clients behind a trusted proxy, so that none reaches its rate limit.
  const request = () => {
    client += 1;
    const address = `10.0.0.${client & 255}`;
    const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
    return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}X-Forwarded-For: ${address}\r\n\r\n`;
  };
  printCpu(`${name}, ${bytes} B`, await compareCpu(servers, () => ({ request, status, count })));
  for (const server of servers) if (server !== ours) server.stop();
}
