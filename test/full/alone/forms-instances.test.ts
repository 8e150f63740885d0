import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '#test/stand-ins/postgres.ts';
import { startRedis } from '#test/stand-ins/redis.ts';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import {
  eventually,
  newClient,
  registration,
  registrationPath,
  send,
  serveForms,
  signupPath,
} from '#test/http/forms-site.ts';

const count = 64;

test('two instances with 64 clients: limits are exact, and no row or email is duplicated', async () => {
  const [postgres, redis, smtp] = await Promise.all([startPostgres(), startRedis(), startSmtp()]);
  onTestFinished(async () => {
    await Promise.all([postgres.stop(), redis.stop(), smtp.stop()]);
  });
  const environment = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    ...smtp.settings,
    REGISTRAR_EMAIL: 'registrar@larkmoor.example',
  };
  const sites = await Promise.all([serveForms(environment), serveForms(environment)]);
  onTestFinished(async () => {
    for (const site of sites) await site.remove();
  });
  const origins = sites.map(({ origin }) => origin);
  const clients = Array.from({ length: count }, (_, index) => ({
    address: newClient(),
    body: registration({ email: `student${index}@example.org` }),
  }));

  const results = await Promise.all(
    clients.map(async ({ address, body }, index) => {
      // Each client repeats one request to both instances in parallel, and signs up on one.
      const [signup, ...answers] = await Promise.all([
        send(
          origins[index % 2]!,
          signupPath,
          { email: `reader${index % (count / 2)}@example.org` },
          { client: address },
        ),
        ...Array.from({ length: 6 }, (_, turn) =>
          send(origins[turn % 2]!, registrationPath, body, { client: address }),
        ),
      ]);
      return { signup, answers };
    }),
  );

  for (const { signup, answers } of results) {
    expect(signup.status).toBe(200);
    const accepted = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
    expect(new Set(accepted.map(({ body }) => body.reference)).size).toBe(1);
  }
  const [site] = sites;
  expect(await site.read('select id from registrations')).toHaveLength(count);
  expect(await site.read('select id from signups')).toHaveLength(count / 2);

  const expected = count * 2 + count / 2;
  await eventually(() => (smtp.received.length >= expected ? true : undefined));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(smtp.received).toHaveLength(expected);
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(expected);
  expect(await site.read(`select id from outbox where status = 'queued'`)).toEqual([]);
});
