import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#test/stand-ins/shared-postgres.ts';
import { startRedis, type RedisStandIn } from '#test/stand-ins/redis.ts';
import { storeKinds } from '#test/stand-ins/stores.ts';
import {
  newClient,
  oneCourse,
  openTerm,
  otherCourse,
  registration,
  registrationPath,
  send,
  serveForms,
  signupPath,
  together,
  type FormsSite,
} from './forms-site.ts';

const limitNames = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'ratelimit-policy',
];

describe.each(storeKinds)('on %s', (kind) => {
  let databaseUrl: string | undefined;
  let redis: RedisStandIn | undefined;
  let site: FormsSite;

  beforeAll(async () => {
    if (kind === 'postgres') [databaseUrl, redis] = await Promise.all([createDatabase(), startRedis()]);
    site = await serveForms({ DATABASE_URL: databaseUrl, REDIS_URL: redis?.url });
  });

  afterAll(async () => {
    await site.remove();
    await redis?.stop();
  });

  const register = (body: unknown, options = {}) => send(site.origin, registrationPath, body, options);
  const signUp = (body: unknown, options = {}) => send(site.origin, signupPath, body, options);

  test('a registration returns its reference and is stored as sent', async () => {
    const body = registration({
      courses: [otherCourse.toLowerCase(), oneCourse],
      note: 'By the window, please.\r\nThank you',
    });

    const { status, headers, body: answer } = await register(body);

    expect(status).toBe(200);
    expect(answer).toEqual({
      status: 'accepted',
      reference: expect.stringMatching(/^R-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    for (const name of limitNames) expect(headers.get(name), name).not.toBeNull();
    expect(headers.get('x-ratelimit-limit')).toBe('3');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now());
    const rows = await site.read(`select * from registrations where reference = '${answer.reference}'`);
    expect(rows).toMatchObject([
      {
        student_number: body.studentNumber,
        course_set: together.join(' '),
        note: 'By the window, please.\nThank you',
        status: 'requested',
      },
    ]);
  });

  test('a sign-up gets the same response for known and unknown addresses, and is stored once', async () => {
    const body = { email: 'Reader@example.org', name: 'Rea', interests: ['Research'] };

    const first = await signUp(body);
    const second = await signUp({ email: 'reader@EXAMPLE.org' });

    expect([first.status, first.body]).toEqual([200, { status: 'accepted' }]);
    expect([second.status, second.body]).toEqual([200, { status: 'accepted' }]);
    expect([...second.headers.keys()]).toEqual([...first.headers.keys()]);
    const rows = await site.read(`select status from signups where email_key = 'reader@example.org'`);
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  test('of 50 parallel requests from one client, three are accepted and the others get 429', async () => {
    const client = newClient();

    const answers = await Promise.all(Array.from({ length: 50 }, () => register(registration(), { client })));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(47);
    for (const { headers, body } of refused) {
      expect(body.error?.code).toBe('RATE_LIMITED');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      for (const name of limitNames) expect(headers.get(name), name).not.toBeNull();
    }
  });

  const filler = 'x'.repeat(33 * 1024);
  const hostile: [string, unknown, Record<string, string>, number, string | undefined][] = [
    ['no JSON', '{"email":', {}, 400, undefined],
    ['no members', {}, {}, 400, 'email'],
    ['33 KiB', { email: 'a@example.org', filler }, {}, 413, undefined],
    [
      'a form',
      'email=a%40example.org',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      415,
      undefined,
    ],
  ];
  test.each(hostile)(
    '%s is rejected, counted towards the rate limit and not stored',
    async (_what, body, headers, status, field) => {
      const before = await site.read('select count(*) as count from signups');

      const client = newClient();
      const answer = await signUp(body, { client, headers });

      expect(answer.status).toBe(status);
      expect(Object.keys(answer.body.error?.fields ?? {})).toEqual(field ? [field] : []);
      const next = await signUp({ email: 'counted@example.org' }, { client });
      expect(next.headers.get('x-ratelimit-remaining')).toBe('1');
      const after = await site.read(
        `select count(*) as count from signups where email <> 'counted@example.org'`,
      );
      expect(Number(after[0]?.['count'])).toBeLessThanOrEqual(Number(before[0]?.['count']));
    },
  );

  test.each([registrationPath, signupPath])(
    'POSTs to %s from a foreign origin return 403 and do not count against the client’s rate limit',
    async (path) => {
      const body = path === signupPath ? { email: 'own@example.org' } : registration();
      const foreign = [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { Origin: site.origin, 'Sec-Fetch-Site': 'cross-site' },
      ];

      const client = newClient();
      for (const headers of foreign) {
        const answer = await send(site.origin, path, body, { client, headers });
        expect([answer.status, answer.body.error?.code]).toEqual([403, 'FORBIDDEN']);
      }
      const own = await send(site.origin, path, body, { client, headers: { Origin: site.origin } });
      const configured = await send(site.origin, path, body, {
        client,
        headers: { Origin: 'http://localhost:4321' },
      });

      expect([own.status, configured.status]).toEqual([200, 200]);
      expect(own.headers.get('x-ratelimit-remaining')).toBe('2');
      expect(own.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test('without a challenge none is required, and there is no site key', async () => {
    const required = await fetch(`${site.origin}/api/challenge/required`);
    const key = await fetch(`${site.origin}/api/challenge/site-key`);

    expect(await required.json()).toEqual({ required: false });
    expect(required.headers.get('access-control-allow-origin')).toBe('*');
    expect(key.status).toBe(503);
    expect(await key.json()).toMatchObject({ error: { code: 'CHALLENGE_NOT_CONFIGURED' } });
  });

  test('rate limits and accepted requests survive a restart', async () => {
    const client = newClient();
    const body = registration();
    const first = await register(body, { client });
    await register(registration(), { client });
    await register(registration(), { client });
    await site.stop();

    const next = await serveForms({
      DATA_DIR: site.dataDir,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis?.url,
    });
    site = next;

    expect((await register(body, { client })).status).toBe(429);
    expect((await register(body)).body.reference).toBe(first.body.reference);
    expect(openTerm.id).toBe(body['term']);
  });
});
