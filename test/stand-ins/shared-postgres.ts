import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openStore } from '#lib/store/open.ts';
import { queryPostgres, startPostgres, type PostgresServer } from './postgres.ts';

/** A database with the tables of the site, which is copied for each test. */
const template = 'template_of_tests';
const socketFile = () => join(tmpdir(), 'postgres-of-run');

/**
 * Vitest calls this once per run. It starts one PostgreSQL for all test files, when the first of them needs it.
 * @returns a function that stops it
 */
export default async function sharePostgres(): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | undefined;
  const door = createServer((socket) => {
    starting ??= startWithTemplate();
    starting.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.end(String(error)),
    );
  });
  door.listen(socketFile()).unref();
  await once(door, 'listening');
  return async () => {
    door.close();
    await (await starting)?.stop();
  };
}

async function startWithTemplate(): Promise<PostgresServer> {
  const server = await startPostgres({ maxConnections: 400 });
  await queryPostgres(server.url, `create database ${template}`);
  const databaseUrl = addressOf(server.url, template);
  const store = await openStore({ dataDir: '', databaseUrl, log: () => undefined });
  await store.close();
  return server;
}

/**
 * Creates a database on the PostgreSQL of this run.
 * @param isEmpty without the tables of the site
 * @returns its URL
 */
export async function createDatabase({ isEmpty = false } = {}): Promise<string> {
  const url = await text(connect(socketFile()));
  if (!URL.canParse(url)) throw new Error(`The tests have no PostgreSQL: ${url}`);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await queryPostgres(url, `create database ${name} template ${isEmpty ? 'template0' : template}`);
  return addressOf(url, name);
}

function addressOf(url: string, database: string): string {
  return url.replace(/\/postgres$/, `/${database}`);
}
