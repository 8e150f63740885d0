import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { processOf } from '#test/served-site.ts';
import { becomesAvailable, expectUnavailable, serveOnce } from '#test/unavailable-forms.ts';
import { newClient, registration, registrationPath, send, type FormsSite } from '#test/http/forms-site.ts';

/** Limits the size of the files that a process can write, which has the effect of a full disk. */
function limitFiles(site: FormsSite, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--fsize=${bytes}:unlimited`, '--pid', String(processOf(site).pid)]);
}

test('a full disk returns 503 with working limits, and recovers', async () => {
  // The limit applies to a whole process.
  const site = await serveOnce({}, { asProcess: true });
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
  const logged = site.troubles().filter(({ name }) => name === 'course-registration');
  expect(logged[0]?.msg).toMatch(/^STORE_UNAVAILABLE, the store is unavailable: SQLite \d+ \([a-z ,:]+\)$/);
  expect(logged[0]?.['id']).toMatch(/^[\w-]{36}$/);
  expect(site.output()).not.toContain('example.org');
});
