import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { standInSecret, startSiteverify, type SiteverifyStandIn } from '#test/stand-ins/siteverify.ts';
import {
  newClient,
  postForm,
  registration,
  registrationPath,
  send,
  serveForms,
  signupPath,
  type FormsSite,
} from './forms-site.ts';

let verifier: SiteverifyStandIn;
let site: FormsSite;
let tokens = 0;

const goodToken = () => {
  tokens += 1;
  return `good-${tokens}`;
};

beforeAll(async () => {
  verifier = await startSiteverify();
  site = await serveForms({
    CHALLENGE_SITE_KEY: 'public-key',
    CHALLENGE_SECRET_KEY: standInSecret,
    CHALLENGE_VERIFY_URL: verifier.url,
  });
});

afterAll(async () => {
  await site.remove();
  await verifier.stop();
});

beforeEach(() => {
  verifier.setMode('works');
});

const storedOf = (studentNumber: string) =>
  site.read(`select id from registrations where student_number = '${studentNumber}'`);

test('the page can learn that a challenge is required, whose, and with which key; never the secret', async () => {
  const required = await fetch(`${site.origin}/api/challenge/required`);
  const key = await fetch(`${site.origin}/api/challenge/site-key`);

  expect(await required.json()).toEqual({ required: true });
  expect([key.status, await key.json()]).toEqual([200, { siteKey: 'public-key', provider: 'turnstile' }]);
});

test('a good token passes once, checked with the client’s address', async () => {
  const challengeToken = goodToken();
  const client = newClient();

  const first = await send(site.origin, registrationPath, registration({ challengeToken }), { client });
  const replayed = await send(site.origin, signupPath, { email: 'a@example.org', challengeToken });

  expect(first.status).toBe(200);
  expect(verifier.asked.at(-1)).toMatchObject({
    secret: standInSecret,
    response: challengeToken,
    remoteip: client,
  });
  expect([replayed.status, replayed.body.error?.code]).toEqual([400, 'CHALLENGE_FAILED']);
});

test('without a token, or with a bad one, nothing is stored', async () => {
  const body = registration();

  const without = await send(site.origin, registrationPath, body);
  const bad = await send(site.origin, registrationPath, { ...body, challengeToken: 'bad' });

  expect([without.status, without.body.error?.code]).toEqual([400, 'CHALLENGE_REQUIRED']);
  expect([bad.status, bad.body.error?.code]).toEqual([400, 'CHALLENGE_FAILED']);
  expect(await storedOf(body.studentNumber)).toEqual([]);
});

test.each(['silent', 'broken', 'error', 'reset', 'trickles'] as const)(
  'a verifier that is %s is a 503, and nothing is stored',
  async (mode) => {
    verifier.setMode(mode);
    const body = registration({ challengeToken: goodToken() });

    const answer = await send(site.origin, registrationPath, body);

    expect([answer.status, answer.body.error?.code]).toEqual([503, 'CHALLENGE_UNAVAILABLE']);
    expect(await storedOf(body.studentNumber)).toEqual([]);
    verifier.setMode('works');
    expect((await send(site.origin, registrationPath, body)).status).toBe(200);
  },
);

test('a fault in the fields is told before a token is spent, and every try is counted', async () => {
  const challengeToken = goodToken();
  const client = newClient();
  const options = { client };

  const faulty = await send(site.origin, signupPath, { email: 'nothing', challengeToken }, options);
  const mended = await send(
    site.origin,
    signupPath,
    { email: 'mended@example.org', challengeToken },
    options,
  );
  await send(site.origin, signupPath, { email: 'third@example.org' }, options);
  const asked = verifier.asked.length;
  const late = await send(
    site.origin,
    signupPath,
    { email: 'x@example.org', challengeToken: goodToken() },
    options,
  );

  expect([faulty.status, mended.status, late.status]).toEqual([400, 200, 429]);
  expect(verifier.asked).toHaveLength(asked);
});

test('the plain form is under the same check, and the page says that it needs JavaScript', async () => {
  const page = await (await fetch(`${site.origin}/newsletter`)).text();
  const posted = await postForm(`${site.origin}/newsletter`, [['email', 'plain@example.org']]);

  expect(page).toContain('<noscript>');
  expect(page).not.toMatch(/<script[^>]*challenges\.cloudflare\.com/);
  expect(posted.status).toBe(400);
  expect(await site.read(`select id from signups where email = 'plain@example.org'`)).toEqual([]);
});
