import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { signInProblems } from '#lib/i18n/en/staff.ts';
import { describeAuthError } from './describe-auth-error.ts';
import { answeredError, clockWarning } from './directory-error.ts';
import { createDirectory } from './directory.ts';

const issuer = 'https://id.example.org';
const now = 1_800_000_000;
const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];

type Answer = { claims?: Record<string, unknown>; body?: Record<string, unknown>; status?: number };

/** Sends the token request of a sign-in to a directory with this answer. Returns the problem and the line for the log. */
async function failureOf({ claims = {}, body, status = 200 }: Answer) {
  const token = await new SignJWT({ iss: issuer, aud: 'site', sub: 's', iat: now, exp: now + 300, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .sign(privateKey);
  const answers = new Map<string, () => Response>([
    [
      '/.well-known/openid-configuration',
      () =>
        Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
        }),
    ],
    ['/keys', () => Response.json({ keys })],
    ['/token', () => Response.json(body ?? { access_token: 'a', id_token: token }, { status })],
  ]);
  const directory = createDirectory({
    issuer,
    clientId: 'site',
    clientSecret: 'secret',
    isComplete: () => true,
    now: () => now * 1_000,
    fetch: async (url) => {
      const path = new URL(url instanceof Request ? url.url : url).pathname;
      return answers.get(path)?.() ?? new Response(null, { status: 404 });
    },
  });
  return directory.fetch(`${issuer}/token`, { method: 'POST' }).then(() => undefined, describeAuthError);
}

test('a valid ID token is accepted', async () => {
  expect(await failureOf({})).toBeUndefined();
});

test.each<[Record<string, unknown>, string, string]>([
  [
    { iat: now + 120, nbf: now + 120 },
    'clock',
    'is valid only in 120 s: set the clocks of this server and of the',
  ],
  [
    { iat: now - 420, exp: now - 120 },
    'clock',
    'expired 120 s ago: set the clocks of this server and of the',
  ],
  [{ iss: 'https://sts.example/t1/' }, 'settings', 'is from another issuer than OIDC_ISSUER: sts.example/t1'],
  [{ iss: 'one\nline "and" another' }, 'settings', 'is from another issuer than OIDC_ISSUER: not an address'],
  [{ aud: 'other' }, 'settings', 'is for another client than OIDC_CLIENT_ID'],
  [{ exp: undefined }, 'failed', 'has no valid claim exp'],
])('an ID token with the claims %j is refused with the cause', async (claims, problem, text) => {
  expect(await failureOf({ claims })).toEqual({
    problem,
    text: expect.stringContaining(`the ID token ${text}`),
  });
});

test('an ID token issued in the future and valid now is accepted, with a warning about the clocks', async () => {
  expect(await failureOf({ claims: { iat: now + 120 } })).toBeUndefined();
  expect(clockWarning({ iat: now + 120 }, now)).toMatch(
    /^an ID token was issued 120 s in the future: set the clocks/,
  );
  expect([now + 30, now - 600, undefined, 'x'].map((iat) => clockWarning({ iat }, now))).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});

test.each([
  ['temporarily_unavailable', 'directory'],
  ['server_error', 'directory'],
  ['access_denied', 'declined'],
  ['login_required', 'login'],
  ['consent_required', 'consent'],
  ['invalid_scope', 'settings'],
  ['invalid_client', 'settings'],
  ['invalid_grant', 'stale'],
])('the error code %s is logged, with what to do', async (code, problem) => {
  const { message, ...error } = answeredError(code);

  expect(error.problem).toBe(problem);
  expect(message).toMatch(new RegExp(`^the directory answered ${code}: \\w.{10,}`));
  expect(await failureOf({ body: { error: code }, status: 400 })).toEqual({ problem, text: message });
});

test.each(['made_up', 'MARY_SMITH_OF_12_HIGH_STREET', 'constructor', '', undefined, 7])(
  'the unknown error code %j is not logged',
  async (code) => {
    const { problem, message } = answeredError(code);

    expect(problem).toBe('declined');
    expect(message).toBe(
      'the directory answered an error without a known error code: see the log of the directory',
    );
    expect(await failureOf({ body: { error: code }, status: 429 })).toEqual({
      problem: 'directory',
      text: 'the directory answered 429 without a known error code: see the log of the directory',
    });
  },
);

test('every problem says that the person is not signed in or that the directory is away, and what to do', () => {
  for (const [kind, text] of Object.entries(signInProblems)) {
    expect(text, kind).toMatch(/not signed in|not available/);
    expect(text, kind).toMatch(/try again|administrator/i);
  }
});
