import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type PostgresServer } from '#test/stand-ins/postgres.ts';
import { startRedis } from '#test/stand-ins/redis.ts';
import {
  eventually,
  newClient,
  registration,
  registrationPath,
  send,
  serveForms,
  signupPath,
  type FormsSite,
} from './forms-site.ts';

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(async () => {
  await postgres.stop();
});

async function serveOnce(environment?: NodeJS.ProcessEnv): Promise<FormsSite> {
  const site = await serveForms(environment);
  onTestFinished(() => site.remove());
  return site;
}

/** Lets the process write files of so many bytes and no longer ones, as a disk does that is full. */
function limitFiles(site: FormsSite, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--fsize=${bytes}:unlimited`, '--pid', String(site.process.pid)]);
}

async function expectUnavailable(site: FormsSite): Promise<void> {
  const answers = await Promise.all([
    send(site.origin, registrationPath, registration()),
    send(site.origin, signupPath, { email: 'lost@example.org' }),
  ]);
  for (const { status, body, headers } of answers) {
    expect([status, body.error?.code]).toEqual([503, 'STORE_UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/SQL|SQLITE|ECONN|postgres/i);
  }
}

async function becomesAvailable(site: FormsSite): Promise<string> {
  const body = registration();
  const answer = await eventually(async () => {
    const next = await send(site.origin, registrationPath, body);
    return next.status === 200 ? next : undefined;
  });
  return answer.body.reference ?? '';
}

test('a full disk is a 503 that limits go on with, and it passes', async () => {
  const site = await serveOnce();
  await becomesAvailable(site);
  const before = await site.read('select count(*) as count from registrations');

  limitFiles(site, 512);
  await expectUnavailable(site);
  const client = newClient();
  const statuses = [];
  for (let index = 0; index < 4; index += 1) {
    statuses.push((await send(site.origin, registrationPath, registration(), { client })).status);
  }
  const page = await fetch(`${site.origin}/register`);
  limitFiles(site, 'unlimited');

  expect(statuses).toEqual([503, 503, 503, 429]);
  expect(page.status).toBe(200);
  await becomesAvailable(site);
  const after = await site.read('select count(*) as count from registrations');
  expect(Number(after[0]?.['count'])).toBe(Number(before[0]?.['count']) + 1);
  expect(await site.read(`select id from signups where email = 'lost@example.org'`)).toEqual([]);
  const told = site.troubles().filter(({ name }) => name === 'course-registration');
  expect(told[0]?.msg).toMatch(/^STORE_UNAVAILABLE, the store is unavailable: SQLite \d+ \([a-z ]+\)$/);
  expect(told[0]?.['id']).toMatch(/^[\w-]{36}$/);
  expect(site.output()).not.toContain('example.org');
});

test('a database that goes away is a 503 until it is back; what was accepted is there', async () => {
  const site = await serveOnce({ DATABASE_URL: await postgres.createDatabase() });
  const kept = await becomesAvailable(site);

  await postgres.pause();
  await expectUnavailable(site);
  await expectUnavailable(site);
  expect((await fetch(`${site.origin}/api/health`)).status).toBe(200);
  await postgres.resume();

  await becomesAvailable(site);
  const rows = await site.read(`select reference from registrations order by received_at`);
  expect(rows[0]).toEqual({ reference: kept });
  expect(rows).toHaveLength(2);
});

test('a database that is away at the start keeps no page from being served, and is used once it is there', async () => {
  const DATABASE_URL = await postgres.createDatabase();
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  await postgres.pause();
  const sites = await Promise.all([
    serveOnce({ DATABASE_URL, REDIS_URL: redis.url }),
    serveOnce({ DATABASE_URL, REDIS_URL: redis.url }),
  ]);
  for (const site of sites) {
    await expectUnavailable(site);
    expect((await fetch(`${site.origin}/courses`)).status).toBe(200);
  }
  await postgres.resume();
  for (const site of sites) await becomesAvailable(site);

  const client = newClient();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send(sites[index % 2]!.origin, registrationPath, registration(), { client }),
    ),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
}, 60_000);
