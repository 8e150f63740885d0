import { expect, onTestFinished, test } from 'vitest';
import { newClient, registration, registrationPath, send } from '#test/http/forms-site.ts';
import { startPostgres } from '#test/stand-ins/postgres.ts';
import { startRedis } from '#test/stand-ins/redis.ts';
import { becomesAvailable, expectUnavailable, serveOnce } from '#test/unavailable-forms.ts';

test('a server starts while its database is down, serves pages, and uses the database once it is available', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
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
});
