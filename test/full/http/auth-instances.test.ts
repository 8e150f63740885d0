import { expect, onTestFinished, test } from 'vitest';
import { cookieOf, members, staffSettings } from '#test/staff-session.ts';
import { createDatabase } from '#test/stand-ins/shared-postgres.ts';
import { hiddenField } from '#test/http/auth-site.ts';
import { serveForms, type FormsSite } from '#test/http/forms-site.ts';
import { makeFolder } from '#test/temporary-folder.ts';

/** Two instances on one database. */
async function serveTwo(kind: 'SQLite' | 'PostgreSQL'): Promise<[FormsSite, FormsSite]> {
  const dataDir = makeFolder();
  const databaseUrl = kind === 'PostgreSQL' ? await createDatabase() : undefined;
  const settings = {
    ...staffSettings,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const sites = await Promise.all([serveForms(settings), serveForms(settings)]);
  onTestFinished(async () => {
    for (const site of sites) await site.remove();
  });
  return sites;
}

async function accepts({ origin }: FormsSite, cookie: string): Promise<unknown[]> {
  const [page, session] = await Promise.all([
    fetch(`${origin}/staff`, { redirect: 'manual', headers: { Cookie: cookie } }),
    fetch(`${origin}/api/auth/session`, { headers: { Cookie: cookie } }),
  ]);
  return [page.status, (await session.json()) !== null];
}

/** Opens the page and posts its form. */
async function post(
  { origin }: FormsSite,
  { path, cookie, fields = {} }: { path: string; cookie: string; fields?: Record<string, string> },
): Promise<Response> {
  const page = await fetch(origin + path, { headers: { Cookie: cookie } });
  const token = page.headers.getSetCookie().find((line) => line.includes('csrf')) ?? '';
  return fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin, Cookie: `${cookie}; ${token.split(';')[0]}` },
    body: new URLSearchParams({ ...fields, csrf: hiddenField(await page.text(), 'csrf') }),
  });
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  '%s: after a session ends on one instance, the other immediately rejects it',
  async (kind) => {
    const [first, second] = await serveTwo(kind);
    const [mine, other] = [await cookieOf('registrar'), await cookieOf('registrar')];
    const before = await accepts(second, mine);

    const left = await post(first, { path: '/staff/sign-out', cookie: mine });
    const after = [await accepts(second, mine), await accepts(first, mine)];

    expect([before, left.status]).toEqual([[200, true], 303]);
    expect(after).toEqual([
      [303, false],
      [303, false],
    ]);
    expect(await accepts(second, other)).toEqual([200, true]);

    const admin = await cookieOf('admin');
    const form = { path: '/staff/end-sessions', cookie: admin, fields: { member: members.registrar } };
    const done = await post(first, form);

    expect(done.status).toBe(303);
    expect(await accepts(second, other)).toEqual([303, false]);
    expect(await accepts(second, admin)).toEqual([200, true]);
    expect(await first.read(`select who, subject from staff_log where action = 'sessions-ended'`)).toEqual([
      { who: members.admin, subject: members.registrar },
    ]);
  },
  60_000,
);
