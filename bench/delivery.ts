import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PreparedBody } from '#lib/delivery/prepared.ts';
import { openPublished, type Published } from '#lib/delivery/published.ts';
import { compareCpu, printCpu, rounds, startMeasured, type MeasuredServer } from './cpu-per-request.ts';
import { startNginx } from './nginx.ts';
import { sized } from './sized.ts';

/**
 * Measures the CPU time of the production server per published page. Compares it with a bare node:http server that
 * writes a buffer of the same size with four headers or with the page's headers, with @astrojs/node standalone (if
 * built in `.cache/bench/standalone`), and with nginx (if installed). Usage: node bench/delivery.ts [build] [page]
 */
const folder = resolve(process.argv[2] ?? 'dist');
const script = join(import.meta.dirname, 'measured-server.ts');
const standaloneEntry = resolve('.cache/bench/standalone/server/entry.mjs');
const count = sized(4_000, 80);

type Case = { name: string; headers: string; status: number; body: PreparedBody };

const { path, cases } = readCases(openPublished(folder));
const dataDir = mkdtempSync(join(tmpdir(), 'bench-delivery-'));
const ours = await startMeasured('ours', script, {
  parameters: ['site', folder],
  environment: { DATA_DIR: dataDir, LOG_REQUESTS: '' },
});
const rivals = [await startNginx(folder)];
if (existsSync(standaloneEntry)) {
  rivals.push(await startMeasured('standalone', script, { parameters: ['standalone', standaloneEntry] }));
}
try {
  console.log(`${path}, ${count} requests a round, ${rounds} rounds, medians`);
  for (const one of cases) await measure(one);
} finally {
  for (const server of [ours, ...rivals]) server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Returns cases for the given page or the one nearest to 20 kB: plain, Brotli, Markdown, and not modified. */
function readCases({ manifest, addresses }: Published): { path: string; cases: Case[] } {
  const distance = ({ html }: { html: { bytes: number } }) => Math.abs(html.bytes - 20_000);
  const [page] = manifest.pages
    .filter(
      ({ status, path }) =>
        status === 200 &&
        path === (process.argv[3] ?? path) &&
        !manifest.pages.some((other) => other.path.startsWith(`${path}/`)),
    )
    .sort((a, b) => distance(a) - distance(b));
  const address = page && addresses.get(page.path);
  if (!address) throw new Error('the build has no page');
  const browser = 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n';
  const coded = `${browser}Accept-Encoding: gzip, deflate, br, zstd\r\n`;
  const { html, markdown } = address;
  const cases = [
    { name: 'page', headers: browser, status: 200, body: html.identity },
    { name: 'brotli', headers: coded, status: 200, body: html.br },
    { name: 'twin', headers: 'Accept: text/markdown, */*\r\n', status: 200, body: markdown.identity },
    { name: '304', headers: `${coded}If-None-Match: ${html.br.layout.etag}\r\n`, status: 304, body: html.br },
  ];
  return { path: page.path, cases };
}

async function measure({ name, headers, status, body }: Case): Promise<void> {
  const bytes = status === 304 ? 0 : body.stored.bytes;
  const bare = ['bare', String(bytes), String(status)];
  const allHeaders = JSON.stringify(status === 304 ? body.layout.notModifiedHeaders : body.layout.headers);
  const bares = [
    await startMeasured('bare', script, { parameters: bare }),
    await startMeasured('bare with all headers', script, { parameters: [...bare, allHeaders] }),
  ];
  const servers = [...bares, ours];
  for (const server of rivals) {
    // Astro's standalone server does not serve Markdown.
    if (server && (name !== 'twin' || server.name !== 'standalone')) servers.push(server);
  }
  const requests = new Map<MeasuredServer, string>();
  for (const server of servers) {
    const own = server === ours || bares.includes(server) ? headers : await withOwnTag(headers, server);
    requests.set(server, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${own}\r\n`);
  }
  const figures = await compareCpu(servers, (server) => ({
    request: () => requests.get(server) ?? '',
    status,
    count,
  }));
  printCpu(`${name}, ${bytes} B`, figures);
  for (const server of bares) server.stop();
}

/** Replaces the entity tag in the headers with that of the given server. */
async function withOwnTag(headers: string, { port }: MeasuredServer): Promise<string> {
  if (!headers.includes('If-None-Match')) return headers;
  const sent = { Accept: 'text/html', 'Accept-Encoding': 'br' };
  const response = await fetch(`http://localhost:${port}${path}`, { headers: sent });
  await response.arrayBuffer();
  return headers.replace(/If-None-Match: .*\r\n/, `If-None-Match: ${response.headers.get('ETag') ?? ''}\r\n`);
}
