import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startDirectory, type DirectoryStandIn } from '#test/stand-ins/directory.ts';
import { createConfirmations } from './confirmations.ts';
import { createDirectory, type Directory } from './directory.ts';
import type { StaffSession } from './staff-session.ts';

const client = { clientId: 'lectern', clientSecret: 'secret with : and %' };
const redirectUri = 'http://localhost:4321/api/auth/callback/directory';

let standIn: DirectoryStandIn;
let directory: Directory;

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  standIn = await startDirectory({ ...client, redirectUris: [redirectUri] });
  directory = createDirectory({ issuer: standIn.issuer, ...client, isComplete: () => true });
});

afterAll(async () => {
  await standIn.stop();
  vi.restoreAllMocks();
});

/** Signs in without Auth.js and returns the refresh token. */
async function refreshTokenOf(person: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const jar = new Map<string, string>();
  let url = `${standIn.issuer}/auth?${asked}`;
  while (!url.startsWith(redirectUri)) {
    const isLogin = url.includes('/login/');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isLogin && { method: 'POST', body: new URLSearchParams({ person }) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    url = new URL(response.headers.get('location') ?? '', url).href;
  }
  const credentials = new URLSearchParams({ a: client.clientId, b: client.clientSecret });
  const basic = btoa(
    [...credentials.keys()]
      .map((key) => new URLSearchParams([['', credentials.get(key) ?? '']]).toString().slice(1))
      .join(':'),
  );
  const answer = await fetch(`${standIn.issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code: new URL(url).searchParams.get('code') ?? '',
    }),
  });
  return ((await answer.json()) as { refresh_token: string }).refresh_token;
}

test('renew returns the person’s current claims', async () => {
  const first = await directory.renew(await refreshTokenOf('rosalind'), 'rosalind');
  standIn.people[0]!.groups = ['other'];

  const second = await directory.renew(first.isRefused ? '' : first.refreshToken, 'rosalind');

  expect(first).toMatchObject({
    isRefused: false,
    claims: { email: 'registrar@larkmoor.example', groups: ['registry'] },
  });
  expect(second).toMatchObject({ isRefused: false, claims: { groups: ['other'] } });
});

test('renew refuses removed people, revoked tokens and tokens of other people', async () => {
  const [removed, revoked, foreign] = await Promise.all([
    refreshTokenOf('piet'),
    refreshTokenOf('emeka'),
    refreshTokenOf('emeka'),
  ]);
  standIn.people.pop();
  await directory.revoke(revoked);

  expect(await directory.renew(removed, 'piet')).toEqual({ isRefused: true });
  expect(await directory.renew(revoked, 'emeka')).toEqual({ isRefused: true });
  expect(await directory.renew(foreign, 'rosalind')).toEqual({ isRefused: true });
});

test('concurrent requests with one refresh token share one answer', async () => {
  const lines: string[] = [];
  const confirm = createConfirmations({
    directory,
    isEntra: false,
    now: Date.now,
    staffList: { knownGroups: (groups) => [...groups], needsGroups: true },
    log: (line) => lines.push(line),
  });
  const refreshToken = await refreshTokenOf('emeka');
  const session = {
    id: randomUUID(),
    subject: 'emeka',
    name: 'E',
    groups: [],
    signedInAt: 0,
    confirmedAt: 0,
    refreshToken,
  } satisfies StaffSession;
  const before = standIn.tokenRequests.length;

  const [first, second] = await Promise.all([confirm(session), confirm(session)]);
  const third = await confirm(session);

  expect(standIn.tokenRequests.length - before).toBe(1);
  expect(first).toMatchObject({ isRefused: false, person: { groups: ['web-editors'] } });
  expect([second, third]).toEqual([first, first]);
  expect(lines).toEqual([]);
});

test('while the directory is unavailable, confirm returns undefined and logs one line', async () => {
  const lines: string[] = [];
  const away = createDirectory({ issuer: 'http://127.0.0.1:9', ...client, isComplete: () => true });
  const confirm = createConfirmations({
    directory: away,
    isEntra: false,
    now: Date.now,
    staffList: { knownGroups: (groups) => [...groups], needsGroups: true },
    log: (line) => lines.push(line),
  });

  const answer = await confirm({
    id: randomUUID(),
    subject: 'x',
    name: 'X',
    groups: [],
    signedInAt: 0,
    confirmedAt: 0,
    refreshToken: 'r',
  });

  expect(answer).toBeUndefined();
  expect(lines).toEqual(['a session could not be confirmed: 127.0.0.1:9 does not answer']);
});
