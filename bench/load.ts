import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { openPublished } from '#lib/delivery/published.ts';
import { startMeasured } from './cpu-per-request.ts';
import { sized } from './sized.ts';
import { percentile } from './statistics.ts';

/**
 * Sends requests of 64 clients to the production server: 70 % pages, 15 % Markdown, 10 % searches, 5 % forms, each
 * timed separately. Any status other than 200 ends the run. Usage: node bench/load.ts [seconds] [build]
 */
const seconds = Number(process.argv[2] ?? sized(60, 1));
const folder = resolve(process.argv[3] ?? 'dist');
const clients = 64;
const queries = ['soil', 'fees', 'library', 'how do i apply', 'river', 'deadlines', 'soil science', 'exams'];

type Kind = 'page' | 'twin' | 'search' | 'form';
type Registration = { studentNumber: string };
type Call = { method: string; path: string; headers: Record<string, string>; body?: string };

const dataDir = mkdtempSync(join(tmpdir(), 'bench-load-'));
const server = await startMeasured('ours', join(import.meta.dirname, 'measured-server.ts'), {
  parameters: ['site', folder],
  environment: { DATA_DIR: dataDir, TRUSTED_PROXIES: 'loopback', LOG_REQUESTS: '' },
});
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const paths = openPublished(folder).manifest.pages.filter(({ status }) => status === 200);
const times: Record<Kind, number[]> = { page: [], twin: [], search: [], form: [] };
/** Maximum number of samples per kind, to bound memory. */
const maxSamples = 200_000;
let made = 0;

try {
  const registration = await readExample();
  await run(sized(5, 0.2), registration);
  for (const list of Object.values(times)) list.length = 0;
  made = 0;
  const before = { cpu: await server.cpu(), memory: await server.memory?.() };
  await run(seconds, registration);
  const cpu = (await server.cpu()) - before.cpu;
  report({ cpu, before: before.memory, after: await server.memory?.() });
} finally {
  agent.destroy();
  server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function run(duration: number, registration: Registration): Promise<void> {
  const end = performance.now() + duration * 1000;
  const client = async () => {
    while (performance.now() < end) {
      made += 1;
      const kind = kindOf(made);
      const begun = performance.now();
      await send(callOf(kind, made, registration));
      const list = times[kind];
      if (list.length < maxSamples) list.push(performance.now() - begun);
      else list[made % maxSamples] = performance.now() - begun;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Distributes each twenty requests as fourteen pages, three Markdown, two searches and a form. */
function kindOf(number: number): Kind {
  const place = (number * 7) % 20;
  if (place < 14) return 'page';
  if (place < 17) return 'twin';
  return place < 19 ? 'search' : 'form';
}

function callOf(kind: Kind, number: number, registration: Registration): Call {
  const page = paths[(number * 31) % paths.length]?.path ?? '/';
  const headers = { 'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
  const coded = { ...headers, 'Accept-Encoding': 'gzip, deflate, br' };
  if (kind === 'page')
    return { method: 'GET', path: page, headers: { ...coded, Accept: 'text/html,*/*;q=0.8' } };
  if (kind === 'twin') return { method: 'GET', path: page, headers: { ...headers, Accept: 'text/markdown' } };
  const query = encodeURIComponent(queries[number % queries.length] ?? 'soil');
  if (kind === 'search') return { method: 'GET', path: `/api/search?q=${query}`, headers };
  const [path, body] =
    number % 2 === 0
      ? ['/api/email-marketing-signup', { email: `reader${number}@example.org` }]
      : [
          '/api/course-registration',
          { ...registration, studentNumber: withDigits(registration.studentNumber, number) },
        ];
  const type = { 'Content-Type': 'application/json' };
  return { method: 'POST', path, headers: { ...headers, ...type }, body: JSON.stringify(body) };
}

/** Returns another student number in the same format. */
function withDigits(example: string, number: number): string {
  return example.replace(/\d+$/, (digits) =>
    String(number).padStart(digits.length, '0').slice(-digits.length),
  );
}

function send({ method, path, headers, body }: Call): Promise<void> {
  return new Promise((done, failed) => {
    const outgoing = request({ host: 'localhost', port: server.port, agent, method, path, headers });
    outgoing.on('error', failed).on('response', (response) => {
      buffer(response).then((answer) => {
        if (response.statusCode === 200) done();
        else
          failed(new Error(`${method} ${path}: ${response.statusCode} ${answer.toString().slice(0, 300)}`));
      }, failed);
    });
    outgoing.end(body);
  });
}

/** Reads the example registration in the API description, which is valid today. */
async function readExample(): Promise<Registration> {
  type Description = {
    paths: Record<string, { post: { requestBody: { content: Record<string, { example: Registration }> } } }>;
  };
  const response = await fetch(`http://localhost:${server.port}/openapi.json`);
  const { paths } = (await response.json()) as Description;
  const example = paths['/api/course-registration']?.post.requestBody.content['application/json']?.example;
  if (!example) throw new Error('openapi.json has no example of a registration');
  return example;
}

type Memory = NodeJS.MemoryUsage | undefined;
type Measured = { cpu: number; before: Memory; after: Memory };

function report({ cpu, before, after }: Measured): void {
  console.log(
    `${clients} clients, ${seconds} s: ${(made / seconds).toFixed(0)} requests a second, no error, ` +
      `${(cpu / made).toFixed(0)} µs of CPU each, ${(cpu / seconds / 10_000).toFixed(0)} % of a core`,
  );
  for (const [kind, list] of Object.entries(times)) {
    const at = (share: number) => percentile(list, share).toFixed(1);
    console.log(`${kind.padEnd(7)} ${list.length} timed   p50 ${at(0.5)} ms   p99 ${at(0.99)} ms`);
  }
  const megabytes = (bytes = 0) => (bytes / 1e6).toFixed(0);
  console.log(
    `memory: RSS ${megabytes(before?.rss)} -> ${megabytes(after?.rss)} MB, ` +
      `JavaScript heap ${megabytes(before?.heapUsed)} -> ${megabytes(after?.heapUsed)} MB`,
  );
}
