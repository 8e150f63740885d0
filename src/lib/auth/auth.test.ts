import { randomUUID } from 'node:crypto';
import { decode, encode } from '@auth/core/jwt';
import { expect, test } from 'vitest';
import { unavailable } from '#lib/store/dialects/failure.ts';
import { createAuth } from './auth.ts';
import type { StaffSession } from './staff-session.ts';

const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];
const cookie = '__Host-authjs.session-token';
const hour = 3_600;

/** Ended sessions in memory; throws while `isAway`. */
function memoryEndings() {
  const ended = new Set<string>();
  const endings = {
    isAway: false,
    async isEnded({ id }: { id: string }) {
      if (endings.isAway) throw unavailable('away');
      return ended.has(id);
    },
    async epochOf() {
      return undefined;
    },
    async end(id: string) {
      if (endings.isAway) throw unavailable('away');
      ended.add(id);
    },
  };
  return endings;
}

function openAuth({ secrets = [first], after = 0 }: { secrets?: string[]; after?: number } = {}) {
  const endedSessions = memoryEndings();
  const lines: string[] = [];
  const auth = createAuth({
    siteUrl: 'https://site.example',
    secrets,
    directory: { issuer: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b' },
    staff: { emails: ['ann@example.org'], domains: [], groups: [], roles: undefined },
    endedSessions,
    log: (line) => lines.push(line),
    now: () => Date.now() + after * 1_000,
  });
  return { auth, lines, endedSessions };
}

async function cookieOf({
  secret = first,
  more = {},
}: { secret?: string; more?: Partial<StaffSession> } = {}) {
  const now = Math.floor(Date.now() / 1000);
  const session = {
    id: randomUUID(),
    subject: 's',
    name: 'Ann',
    email: 'ann@example.org',
    groups: [],
    signedInAt: now,
    confirmedAt: now,
  };
  const token = await encode({ token: { ...session, ...more }, secret, salt: cookie, maxAge: 8 * hour });
  return new Headers({ Cookie: `${cookie}=${token}` });
}

test('readSession accepts cookies of every secret, renews them with the first and refuses those of removed secrets', async () => {
  const headers = await cookieOf({ secret: second });

  const rotated = await openAuth({ secrets: [first, second] }).auth.readSession(headers);
  const renewed = /=([^;]+)/.exec(rotated.cookies.find((line) => line.startsWith(cookie)) ?? '')?.[1] ?? '';
  const { auth, lines } = openAuth({ secrets: [third] });
  const gone = await auth.readSession(headers);

  expect(rotated.member).toEqual({ email: 'ann@example.org', name: 'Ann', roles: ['admin'] });
  expect(await decode({ token: renewed, secret: first, salt: cookie })).toMatchObject({ name: 'Ann' });
  expect(gone.member).toBeUndefined();
  expect(gone.cookies.join()).toContain(`${cookie}=; Max-Age=0`);
  expect(lines).toEqual([]);
});

test('readSession extends a session by 8 hours, up to 24 hours after sign-in', async () => {
  const now = Math.floor(Date.now() / 1000);
  const lifeAfter = async (age: number) => {
    const headers = await cookieOf({ more: { signedInAt: now - age, confirmedAt: now } });
    const { cookies } = await openAuth().auth.readSession(headers);
    const token = /=([^;]+)/.exec(cookies.find((line) => line.startsWith(cookie)) ?? '')?.[1] ?? '';
    const content = await decode({ token, secret: first, salt: cookie });
    return (content?.exp ?? 0) - now;
  };

  expect(Math.abs((await lifeAfter(hour)) - 8 * hour)).toBeLessThan(5);
  expect(Math.abs((await lifeAfter(20 * hour)) - 4 * hour)).toBeLessThan(5);
  expect((await openAuth({ after: 25 * hour }).auth.readSession(await cookieOf())).member).toBeUndefined();
});

test('a form token is valid only for its browser and member, and stays valid when the secrets are rotated', async () => {
  const old = openAuth({ secrets: [second] }).auth.formTokens;
  const { formTokens } = openAuth({ secrets: [first, second] }).auth;
  const owner = { browser: 'b1', email: 'ann@example.org' };
  const token = old.sign(owner);

  expect(formTokens.isSigned(token, owner)).toBe(true);
  expect(formTokens.isSigned(token, { ...owner, browser: 'b2' })).toBe(false);
  expect(formTokens.isSigned(token, { ...owner, email: 'bob@example.org' })).toBe(false);
  for (const wrong of ['', token.slice(1), `${token}A`])
    expect(formTokens.isSigned(wrong, owner)).toBe(false);
  expect(openAuth({ secrets: [third] }).auth.formTokens.isSigned(token, owner)).toBe(false);
});

test('refusalCookie is encrypted and can be read only with our secrets', async () => {
  const { auth } = openAuth();
  const line = await auth.refusalCookie({ account: 'bob@example.org', idToken: 'x.y.z' });
  const headers = new Headers({ Cookie: line.split(';')[0] ?? '' });

  expect(line).toMatch(/^__Host-.*; HttpOnly; SameSite=Lax; Secure$/);
  const parts = line.split(/[.;=]/).map((part) => Buffer.from(part, 'base64url').toString());
  expect([line, ...parts].filter((part) => part.includes('bob@'))).toEqual([]);
  expect(await auth.readRefusal(headers)).toEqual({ account: 'bob@example.org', idToken: 'x.y.z' });
  expect(await openAuth({ secrets: [third] }).auth.readRefusal(headers)).toBeUndefined();
  expect(await auth.readRefusal(new Headers())).toBeUndefined();
});

test('signOut deletes the session’s cookie while the directory is unavailable', async () => {
  const { auth } = openAuth();

  const { location, cookies } = await auth.signOut(await cookieOf());

  expect(location).toBe('https://site.example/staff/signed-out');
  expect(cookies.join()).toContain(`${cookie}=; Max-Age=0`);
});

test('readSession refuses a copied cookie after sign-out', async () => {
  const { auth } = openAuth();
  const copied = await cookieOf();

  const before = await auth.readSession(copied);
  await auth.signOut(copied);
  const after = await auth.readSession(copied);

  expect(before.member).toBeDefined();
  expect(after.member).toBeUndefined();
  expect(after.cookies.join()).toContain(`${cookie}=; Max-Age=0`);
});

test('signOut with a renewed cookie also ends the session of the earlier cookie', async () => {
  const { auth } = openAuth();
  const first = await cookieOf();
  const { cookies } = await auth.readSession(first);
  const renewed = new Headers({
    Cookie: cookies.find((line) => line.startsWith(cookie))?.split(';')[0] ?? '',
  });

  await auth.signOut(renewed);

  expect((await auth.readSession(first)).member).toBeUndefined();
});

test('readSession throws while the store is unavailable, and the session continues afterwards', async () => {
  const { auth, endedSessions, lines } = openAuth();
  const headers = await cookieOf();

  endedSessions.isAway = true;
  await expect(auth.readSession(headers)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await expect(auth.signOut(headers)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  endedSessions.isAway = false;

  expect((await auth.readSession(headers)).member).toMatchObject({ name: 'Ann' });
  expect(lines).toEqual([]);
});

test('readSession refuses a session without an id', async () => {
  const headers = await cookieOf({ more: { id: undefined as never } });

  expect((await openAuth().auth.readSession(headers)).member).toBeUndefined();
});
