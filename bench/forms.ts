import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '#test/stand-ins/postgres.ts';

/**
 * Accepted registrations per second over HTTP, compared with a loop of single-row commits on the same disk. Each
 * registration is one transaction with its courses and two emails.
 */
const clients = 64;
const seconds = 3;
/** Rounds of the loop and of the forms alternate, since other processes disturb both. The medians are printed. */
const rounds = 5;
let number = 0;
const script = fileURLToPath(new URL('../test/stand-ins/forms-server.ts', import.meta.url));
const row = 'x'.repeat(300);

type Result = { perSecond: number; p50: number; p99: number };

const folder = await mkdtemp(join(tmpdir(), 'bench-forms-'));
const postgres = await startPostgres();
try {
  const [loopUrl, formsUrl] = [await postgres.createDatabase(), await postgres.createDatabase()];
  await compare('SQLite', {
    bare: () => bareSqlite(join(folder, 'bare.sqlite')),
    forms: () => measureForms([join(folder, 'data')]),
  });
  await compare('PostgreSQL', {
    bare: () => barePostgres(loopUrl),
    forms: () => measureForms([folder, formsUrl]),
  });
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

type Contest = { bare: () => number | Promise<number>; forms: () => Promise<Result> };

async function compare(name: string, { bare, forms }: Contest): Promise<void> {
  const bareRates: number[] = [];
  const results: Result[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bareRates.push(await bare());
    results.push(await forms());
  }
  const rate = median(results.map(({ perSecond }) => perSecond));
  const bareRate = median(bareRates);
  console.log(
    `${name}: ${rate.toFixed(0)} registrations a second at ${clients} clients, ` +
      `p50 ${median(results.map(({ p50 }) => p50)).toFixed(1)} ms, ` +
      `p99 ${median(results.map(({ p99 }) => p99)).toFixed(1)} ms; ` +
      `bare loop ${bareRate.toFixed(0)} rows a second; ${((100 * rate) / bareRate).toFixed(0)} %`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function bareSqlite(path: string): number {
  const database = new DatabaseSync(path);
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table if not exists bare (value text)',
  );
  const insert = database.prepare('insert into bare (value) values (?)');
  const end = performance.now() + seconds * 1000;
  let count = 0;
  for (; performance.now() < end; count += 1) insert.run(row);
  database.close();
  return count / seconds;
}

async function barePostgres(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table if not exists bare (value text)');
  const end = performance.now() + seconds * 1000;
  let count = 0;
  for (; performance.now() < end; count += 1)
    await client.query('insert into bare (value) values ($1)', [row]);
  await client.end();
  return count / seconds;
}

async function measureForms(args: string[]): Promise<Result> {
  const server = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await portOf(server);
    await load(port, 1);
    const durations = await load(port, seconds);
    durations.sort((a, b) => a - b);
    const at = (share: number) => durations[Math.floor(durations.length * share)] ?? NaN;
    return { perSecond: durations.length / seconds, p50: at(0.5), p99: at(0.99) };
  } finally {
    server.kill();
  }
}

async function portOf(server: ChildProcess): Promise<number> {
  if (!server.stdout) throw new Error('the server has no output');
  const [port] = (await once(createInterface(server.stdout), 'line')) as [string];
  return Number(port);
}

/** Milliseconds per accepted registration. */
async function load(port: number, duration: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const end = performance.now() + duration * 1000;
  const durations: number[] = [];
  async function client(): Promise<void> {
    while (performance.now() < end) {
      number += 1;
      const start = performance.now();
      await register(port, { number, agent });
      durations.push(performance.now() - start);
    }
  }
  await Promise.all(Array.from({ length: clients }, () => client()));
  agent.destroy();
  return durations;
}

async function register(port: number, { number, agent }: { number: number; agent: Agent }): Promise<void> {
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', agent });
  outgoing.end(
    JSON.stringify({
      studentNumber: `LK-${number.toString().padStart(8, '0')}`,
      givenName: 'Ines',
      familyName: 'Calder',
      email: 'ines@example.org',
      term: '2027-spring',
      courses: [`BULK${100 + (number % 20)}`, `BULK${120 + (Math.floor(number / 20) % 20)}`],
    }),
  );
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`a registration was not accepted: ${answer}`);
}
