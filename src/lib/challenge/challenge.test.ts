import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  dummyToken,
  type SiteverifyMode,
  type SiteverifyProvider,
  standInSecret,
  startSiteverify,
} from '#test/stand-ins/siteverify.ts';
import { useShared } from '#test/use-shared.ts';
import { createChallenge, createNoChallenge } from './challenge.ts';
import type { ChallengeProvider } from './providers.ts';
import { createUsedTokens } from './used-tokens.ts';

const visitor = { client: '192.0.2.1', action: 'signup', content: '{}' } as const;

const verifier = useShared(() => startSiteverify());
let tokens = 0;

beforeEach(() => {
  verifier.setMode('works');
  verifier.setHostname('site.test');
  verifier.setProvider('turnstile');
  verifier.asked.length = 0;
});

function open(options: Partial<Parameters<typeof createChallenge>[0]> = {}) {
  return createChallenge({
    provider: 'turnstile',
    siteKey: 'public-key',
    secretKey: standInSecret,
    hostname: 'site.test',
    verifyUrl: verifier.url,
    ...options,
  });
}

function newToken(action = 'signup'): string {
  tokens += 1;
  return `good-${tokens}.${action}`;
}

test('a valid token passes after verification with secret, token and IP address', async () => {
  const token = newToken();

  await open().require(token, { ...visitor, client: '2001:db8::1' });

  expect(verifier.asked).toEqual([{ secret: standInSecret, response: token, remoteip: '2001:db8::1' }]);
});

test.each(['2001:db8::/64', 'unknown'])(
  'a client that is not an IP address (%s) is not sent to the verifier',
  async (client) => {
    await open().require(newToken(), { ...visitor, client });

    expect(verifier.asked[0]).not.toHaveProperty('remoteip');
  },
);

test.each([undefined, '', '  '])(
  'the token %j counts as missing, without a request to the verifier',
  async (token) => {
    const outcome = open().require(token, visitor);

    await expect(outcome).rejects.toMatchObject({ code: 'CHALLENGE_REQUIRED', status: 400 });
    expect(verifier.asked).toEqual([]);
  },
);

test('a token that the verifier refuses is refused', async () => {
  const outcome = open().require('bad', visitor);

  await expect(outcome).rejects.toMatchObject({ code: 'CHALLENGE_FAILED', status: 400 });
});

test('an oversized token is refused without a request to the verifier', async () => {
  const outcome = open().require('good'.repeat(1000), visitor);

  await expect(outcome).rejects.toMatchObject({ code: 'CHALLENGE_FAILED' });
  expect(verifier.asked).toEqual([]);
});

test('a form that is sent many times at once or later passes each time, after one request to the verifier', async () => {
  const challenge = open();
  const token = newToken();

  await Promise.all(Array.from({ length: 10 }, () => challenge.require(token, visitor)));
  await challenge.require(token, { ...visitor, client: '192.0.2.2' });

  expect(verifier.asked).toHaveLength(1);
});

test('a token admits no other content and no other form', async () => {
  const challenge = open();
  const token = newToken();

  const first = challenge.require(token, visitor);
  const others = await Promise.allSettled([
    challenge.require(token, { ...visitor, content: '{"email":"other@example.org"}' }),
    challenge.require(token, { ...visitor, action: 'enquiry' }),
  ]);

  await expect(first).resolves.toBeUndefined();
  for (const other of others) {
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'CHALLENGE_FAILED' } });
  }
});

test('a form whose token was refused is refused again', async () => {
  const challenge = open();
  const outcomes = [challenge.require('bad', visitor), challenge.require('bad', visitor)];

  for (const outcome of outcomes) await expect(outcome).rejects.toMatchObject({ code: 'CHALLENGE_FAILED' });
  expect(verifier.asked).toHaveLength(1);
});

test('a token used on another instance is refused', async () => {
  const token = newToken();
  await open().require(token, visitor);

  await expect(open().require(token, visitor)).rejects.toMatchObject({ code: 'CHALLENGE_FAILED' });
});

test.each<SiteverifyMode>(['silent', 'trickles', 'broken', 'error', 'reset', 'redirects', 'oversized'])(
  'a verifier with the failure "%s" makes the challenge unavailable, and the token can be sent again',
  async (mode) => {
    const usedTokens = createUsedTokens();
    const token = newToken();
    const failing = await startSiteverify();
    onTestFinished(() => failing.stop());
    failing.setMode(mode);

    const outcome = open({ verifyUrl: failing.url, timeoutMs: 300, usedTokens }).require(token, visitor);
    await expect(outcome).rejects.toMatchObject({
      code: 'CHALLENGE_UNAVAILABLE',
      status: 503,
      headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
    });

    await expect(open({ usedTokens }).require(token, visitor)).resolves.toBeUndefined();
  },
);

test('a verifier that refuses connections makes the challenge unavailable', async () => {
  const outcome = open({ verifyUrl: 'http://127.0.0.1:1/' }).require(newToken(), visitor);

  await expect(outcome).rejects.toMatchObject({ code: 'CHALLENGE_UNAVAILABLE' });
});

test('an unknown secret makes the challenge unavailable', async () => {
  const outcome = open({ secretKey: 'mistyped' }).require(newToken(), visitor);

  await expect(outcome).rejects.toMatchObject({
    code: 'CHALLENGE_UNAVAILABLE',
    cause: { message: expect.stringContaining('invalid-input-secret') },
  });
});

test('an error contains neither the secret nor the verifier’s response', async () => {
  const error: unknown = await open({ secretKey: 'mistyped' })
    .require('good-x', visitor)
    .catch((reason: unknown) => reason);

  expect(JSON.stringify(error)).not.toMatch(/mistyped|invalid-input|127\.0\.0\.1/);
});

test.each([
  ['SITE.test', true],
  [undefined, false],
  ['', false],
  ['evil.test', false],
  ['sub.site.test', false],
])('a challenge solved on %s passes: %s', async (hostname, passes) => {
  verifier.setHostname(hostname);

  const outcome = open().require(newToken(), visitor);

  if (passes) await expect(outcome).resolves.toBeUndefined();
  else await expect(outcome).rejects.toMatchObject({ code: 'CHALLENGE_FAILED' });
});

test.each<[SiteverifyProvider, ChallengeProvider, string, boolean]>([
  ['turnstile', 'turnstile', 'signup', true],
  ['turnstile', 'turnstile', 'registration', false],
  ['turnstile', 'turnstile', '', false],
  // hCaptcha and version 2 of reCAPTCHA have no actions.
  ['hcaptcha', 'hcaptcha', '', true],
  ['recaptcha', 'recaptcha', '', true],
  ['recaptcha-v3', 'recaptcha', 'signup', true],
  ['recaptcha-v3', 'recaptcha', 'registration', false],
])(
  'a token of %s (%s) for the action "%s" passes on the sign-up form: %s',
  async (answers, provider, action, passes) => {
    verifier.setProvider(answers);

    const outcome = open({ provider }).require(newToken(action), visitor);

    if (passes) await expect(outcome).resolves.toBeUndefined();
    else await expect(outcome).rejects.toMatchObject({ code: 'CHALLENGE_FAILED' });
  },
);

test('a Turnstile response without an action is refused', async () => {
  verifier.setProvider('hcaptcha');

  await expect(open().require(newToken(), visitor)).rejects.toMatchObject({ code: 'CHALLENGE_FAILED' });
});

test.each([
  ['1x0000000000000000000000000000000AA', dummyToken, undefined],
  ['1x0000000000000000000000000000000AA', 'a-real-token', 'CHALLENGE_FAILED'],
  ['2x0000000000000000000000000000000AA', dummyToken, 'CHALLENGE_FAILED'],
  ['3x0000000000000000000000000000000AA', dummyToken, 'CHALLENGE_FAILED'],
])(
  'the published test secret %s with the token %s results in %s, also when the token is sent again',
  async (secretKey, token, code) => {
    const challenge = open({ secretKey });

    for (let attempt = 0; attempt < 2; attempt += 1) {
      const outcome = challenge.require(token, visitor);

      if (code === undefined) await expect(outcome).resolves.toBeUndefined();
      else await expect(outcome).rejects.toMatchObject({ code });
    }
  },
);

test('without keys no challenge is required', async () => {
  const challenge = createNoChallenge();

  await challenge.require(undefined, visitor);

  expect(challenge.required).toBe(false);
});
