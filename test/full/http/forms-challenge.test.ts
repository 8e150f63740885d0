import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { standInSecret, startSiteverify } from '#test/stand-ins/siteverify.ts';
import { serveSite } from '#test/served-site.ts';
import {
  builtSite,
  newClient,
  postForm,
  registration,
  registrationPath,
  send,
  serveForms,
  signupPath,
  type FormsSite,
} from '#test/http/forms-site.ts';
import { useShared } from '#test/use-shared.ts';

const verifier = useShared(() => startSiteverify());
let site: FormsSite;
let tokens = 0;

/** Returns a valid token for a form. */
const goodToken = (action: 'registration' | 'signup') => {
  tokens += 1;
  return `good-${tokens}.${action}`;
};

beforeAll(async () => {
  site = await serveForms(verifier.settings);
});

afterAll(async () => {
  await site.remove();
});

beforeEach(() => {
  verifier.setMode('works');
});

const storedOf = (studentNumber: string) =>
  site.read(`select id from registrations where student_number = '${studentNumber}'`);

test('the page gets the provider and site key of the challenge, never the secret', async () => {
  const required = await fetch(`${site.origin}/api/challenge/required`);
  const key = await fetch(`${site.origin}/api/challenge/site-key`);

  expect(await required.json()).toEqual({ required: true });
  expect([key.status, await key.json()]).toEqual([200, { siteKey: 'public-key', provider: 'turnstile' }]);
});

test('a valid token passes once, checked with the client’s address', async () => {
  const challengeToken = goodToken('registration');
  const client = newClient();

  const first = await send(site.origin, registrationPath, registration({ challengeToken }), { client });
  const replayed = await send(site.origin, registrationPath, registration({ challengeToken }));

  expect(first.status).toBe(200);
  expect(verifier.asked.at(-1)).toMatchObject({
    secret: standInSecret,
    response: challengeToken,
    remoteip: client,
  });
  expect([replayed.status, replayed.body.error?.code]).toEqual([400, 'CHALLENGE_FAILED']);
});

test('the same form sent twice with one token is one submission, and shows the same page', async () => {
  const fields = { email: 'twice@example.org', challengeToken: goodToken('signup') };
  const body = registration({ challengeToken: goodToken('registration') });

  const [first, again] = await Promise.all([
    postForm(site.origin + '/newsletter', fields),
    postForm(site.origin + '/newsletter', fields),
  ]);
  const other = await postForm(site.origin + '/newsletter', { ...fields, name: 'Someone Else' });
  const sent = await send(site.origin, registrationPath, body);
  const repeated = await send(site.origin, registrationPath, body);

  expect([first.status, again.status, other.status]).toEqual([303, 303, 400]);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect([sent.status, repeated.status, repeated.body.reference]).toEqual([200, 200, sent.body.reference]);
  expect(await storedOf(body.studentNumber)).toHaveLength(1);
});

test('without JavaScript the page says what to do without the challenge', async () => {
  const { courses, ...fields } = registration();

  const page = await fetch(`${site.origin}/register`, {
    method: 'POST',
    headers: { Origin: site.origin },
    body: new URLSearchParams({ ...(fields as Record<string, string>), courses: String(courses) }),
  });

  const html = await page.text();
  expect(page.status).toBe(400);
  expect(html).toContain(
    'Complete the check at the end of the form and send it again, or <a href="/contact"',
  );
  expect(html).not.toContain('challengeToken as');
});

test('without a valid token nothing is stored', async () => {
  const body = registration();

  const without = await send(site.origin, registrationPath, body);
  const bad = await send(site.origin, registrationPath, { ...body, challengeToken: 'bad' });

  expect([without.status, without.body.error?.code]).toEqual([400, 'CHALLENGE_REQUIRED']);
  expect([bad.status, bad.body.error?.code]).toEqual([400, 'CHALLENGE_FAILED']);
  expect(await storedOf(body.studentNumber)).toEqual([]);
});

test.each([
  ['/register', 'registration'],
  ['/newsletter', 'signup'],
  ['/apply', 'application'],
  ['/enquire', 'enquiry'],
])('the widget on %s has the action %s', async (path, action) => {
  const page = await (await fetch(site.origin + path)).text();

  expect(page).toContain(`data-action="${action}"`);
});

test('a public test key causes a warning on localhost and stops the start with a public SITE_URL', async () => {
  const keys = {
    CHALLENGE_SITE_KEY: '1x00000000000000000000AA',
    CHALLENGE_SECRET_KEY: '1x0000000000000000000000000000000AA',
  };
  const local = await serveForms(keys);
  const warnings = local.output();
  await local.remove();

  const failed = serveSite(await builtSite(), { ...keys, SITE_URL: 'https://www.example.org' });

  expect(warnings).toMatch(/"level":"warn".*CHALLENGE_SITE_KEY and CHALLENGE_SECRET_KEY/);
  await expect(failed).rejects.toThrow(/CHALLENGE_SITE_KEY and CHALLENGE_SECRET_KEY must be your own/);
});

test('invalid fields are reported before the token is used, and every attempt counts', async () => {
  const challengeToken = goodToken('signup');
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
    { email: 'x@example.org', challengeToken: goodToken('signup') },
    options,
  );

  expect([faulty.status, mended.status, late.status]).toEqual([400, 200, 429]);
  expect(verifier.asked).toHaveLength(asked);
});

test('with a passed challenge, people behind one IP address have separate limits', async () => {
  const client = newClient();
  const post = (email: string, challengeToken = goodToken('signup')) =>
    postForm(`${site.origin}/newsletter`, { email, challengeToken }, { client });

  const people = [];
  for (let person = 0; person < 32; person += 1) {
    people.push((await post(`person-${person}@example.org`)).status);
  }
  const again = [];
  for (const email of ['person-0@example.org', 'Person-0@EXAMPLE.org', 'person-0@example.org']) {
    again.push((await post(email)).status);
  }
  const without = await Promise.all(
    Array.from({ length: 30 }, (_, person) => post(`robot-${person}@example.org`, 'bad')),
  );
  const late = await post('late@example.org');

  expect(new Set(people)).toEqual(new Set([303]));
  expect(again).toEqual([303, 303, 429]);
  expect(new Set(without.map(({ status }) => status))).toEqual(new Set([400]));
  expect(late.status).toBe(429);
  expect(await site.read(`select id from signups where email like 'robot-%'`)).toEqual([]);
});

test('an address is corrected only with a new token, on a page with the widget of the form', async () => {
  const smtp = await startSmtp();
  const site = await serveForms({
    ...verifier.settings,
    ...smtp.settings,
  });
  onTestFinished(async () => {
    await site.remove();
    await smtp.stop();
  });
  const body = registration({ challengeToken: goodToken('registration') });
  const posted = await postForm(`${site.origin}/register`, body);
  const received = await (await fetch(new URL(posted.headers.get('location') ?? '', site.origin))).text();
  const page = site.origin + (/href="(\/register\/correct\?[^"]+)"/.exec(received)?.[1] ?? '');
  const correct = (challengeToken: string) =>
    postForm(page, { email: 'corrected@example.org', challengeToken });

  const html = await (await fetch(page)).text();
  const statuses = [(await correct('')).status, (await correct('bad')).status];
  const corrected = await correct(goodToken('registration'));

  expect(html).toContain('data-action="registration"');
  expect([...statuses, corrected.status]).toEqual([400, 400, 303]);
});

test('the plain form needs a token too, and the page says that it needs JavaScript', async () => {
  const page = await (await fetch(`${site.origin}/newsletter`)).text();
  const posted = await postForm(`${site.origin}/newsletter`, { email: 'plain@example.org' });

  expect(page).toContain('<noscript>');
  expect(page).not.toMatch(/<script[^>]*challenges\.cloudflare\.com/);
  expect(posted.status).toBe(400);
  expect(await site.read(`select id from signups where email = 'plain@example.org'`)).toEqual([]);
});
