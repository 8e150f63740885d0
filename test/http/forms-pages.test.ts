import { beforeEach, expect, test } from 'vitest';
import { startSmtp, type ReceivedMail } from '#test/stand-ins/smtp.ts';
import { useShared } from '#test/use-shared.ts';
import {
  clashing,
  eventually,
  newClient,
  offered,
  oneCourse,
  otherCourse,
  postForm,
  registration,
  registrationPath,
  send,
  serveForms,
  signupPath,
} from './forms-site.ts';

const smtp = useShared(() => startSmtp());
const site = useShared(() =>
  serveForms({
    ...smtp.settings,
    REGISTRAR_EMAIL: 'registrar@larkmoor.example',
  }),
);

beforeEach(() => {
  smtp.received.length = 0;
});

const mailTo = (address: string) => eventually(() => smtp.to(address)[0]);

/** The path of an email's link to a page. Emails contain the public origin, which differs from the test server's. */
function linkIn({ text = '' }: ReceivedMail, path: string): string {
  const url = new RegExp(`http://\\S*${path}\\?token=\\S+`).exec(text)?.[0] ?? 'http://none/';
  return site.origin + new URL(url).pathname + new URL(url).search;
}

const statusOf = async (email: string) =>
  (await site.read(`select status from signups where email = '${email}'`))[0]?.['status'];

test('the plain registration form leads to a permanent receipt, and the same request to the API gets its reference', async () => {
  const body = registration({ courses: [oneCourse, `${oneCourse}-1`, otherCourse] });

  const posted = await postForm(`${site.origin}/register`, body);
  const receipt = await fetch(new URL(posted.headers.get('location') ?? '', site.origin));
  const html = await receipt.text();
  const byApi = await send(site.origin, registrationPath, body);

  expect(posted.status).toBe(303);
  expect(posted.headers.get('x-ratelimit-remaining')).toBe('2');
  expect([receipt.status, receipt.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(html.match(/ \(group 1\)/g)).toHaveLength(1);
  expect(html).toContain(byApi.body.reference);
  for (const code of [oneCourse, otherCourse]) expect(html).toContain(code);
  for (const { code, prerequisites } of offered.filter(({ code }) => html.includes(`${code} builds on`))) {
    for (const required of prerequisites) expect(html, code).toContain(required);
  }
  expect(html).not.toContain(body.studentNumber);
});

test('a page asks about a mistyped address once, and the API takes it as it is', async () => {
  const body = registration({ email: 'ana.ng@gmial.com' });

  const asked = await postForm(`${site.origin}/register`, body);
  const html = await asked.text();
  const [, kept = ''] = /name="askedEmail" value="([^"]*)"/.exec(html) ?? [];
  const again = await postForm(`${site.origin}/register`, { ...body, askedEmail: kept });
  const byApi = await send(site.origin, registrationPath, registration({ email: 'bo.ng@gmial.com' }));

  expect(asked.status).toBe(400);
  expect(html).toMatch(/href="#email"[^>]*>Did you mean ana\.ng@gmail\.com\?/);
  expect(html).toContain('<h2 id="problem-title">Is your email address right?</h2>');
  expect(html).toContain('<title>Question: Register');
  expect(again.status).toBe(303);
  expect(byApi.body.status).toBe('accepted');
});

test('the button of the question about a mistyped address sends the form with the suggested one', async () => {
  const body = registration({ email: 'ana.ng@gmial.com' });

  const asked = await postForm(`${site.origin}/register`, body);
  const [, suggestedEmail = ''] =
    /<button [^>]*name="suggestedEmail" value="([^"]*)"/.exec(await asked.text()) ?? [];
  const sent = await postForm(`${site.origin}/register`, {
    ...body,
    askedEmail: body['email'],
    suggestedEmail,
  });
  const receipt = await fetch(new URL(sent.headers.get('location') ?? '', site.origin));

  expect(suggestedEmail).toBe('ana.ng@gmail.com');
  expect(await receipt.text()).toContain('Our emails go to <strong>ana.ng@gmail.com</strong>');
});

test('the page after a form says where the emails go, and its address does not', async () => {
  const email = 'sent.to@example.org';
  const forms = { '/register': registration({ email }), '/newsletter': { email } };

  for (const [path, body] of Object.entries(forms)) {
    const posted = await postForm(site.origin + path, body);
    const location = posted.headers.get('location') ?? '';
    const html = await (await fetch(new URL(location, site.origin))).text();

    expect(posted.status).toBe(303);
    expect(decodeURIComponent(location)).not.toContain('@');
    expect(html).toContain(`Our emails go to <strong>${email}</strong>`);
  }
});

test('a mistyped address is corrected from the page after the form, and the links in the first email no longer work', async () => {
  const [wrong, right] = ['wrong@exmple.org', 'right@example.org'];
  const body = registration({ email: wrong });
  const received = async (posted: Response) =>
    (await fetch(new URL(posted.headers.get('location') ?? '', site.origin))).text();
  const correctionIn = (html: string) =>
    site.origin + (/href="(\/register\/correct\?token=[^"]+)"/.exec(html)?.[1] ?? '/none');

  const first = await received(await postForm(`${site.origin}/register`, body));
  const repeated = await received(await postForm(`${site.origin}/register`, body));
  // A correction drops the email if it is not sent yet.
  const firstMail = await mailTo(wrong);
  const page = correctionIn(first);
  const form = await (await fetch(page)).text();
  const same = await postForm(page, { email: wrong.toUpperCase() });
  const corrected = await postForm(page, { email: right });
  const again = await postForm(page, { email: right });
  const after = await received(corrected);

  expect(form).toMatch(new RegExp(`<input id="email"[^>]*value="${wrong}"`));
  expect([same.status, corrected.status, again.status]).toEqual([400, 303, 303]);
  expect(after).toContain(`Our emails go to <strong>${right}</strong>`);
  expect(after).toContain(oneCourse);
  expect(await received(again)).toContain(/<strong>(R-[^<]+)/.exec(after)?.[1]);
  const withoutToken = (html: string) => html.replaceAll(/token=[\w-]+/g, '');
  const formAgain = await (await fetch(correctionIn(repeated))).text();
  expect(withoutToken(formAgain)).toBe(withoutToken(form));
  // Otherwise it would tell that the registration had not been there before.
  expect((await fetch(page)).status).toBe(200);
  const late = await postForm(linkIn(firstMail, '/register/confirm'), {});
  expect([late.status, await late.text()]).toEqual([400, expect.stringContaining('is withdrawn')]);
  const confirmed = await postForm(linkIn(await mailTo(right), '/register/confirm'), {});
  expect(confirmed.status).toBe(200);
});

test('a corrected address counts as a form of its client', async () => {
  const client = newClient();
  const posted = await postForm(`${site.origin}/register`, registration(), { client });
  const html = await (await fetch(new URL(posted.headers.get('location') ?? '', site.origin))).text();
  const page = site.origin + (/href="(\/register\/correct\?[^"]+)"/.exec(html)?.[1] ?? '');
  for (let sent = 0; sent < 2; sent += 1) {
    await postForm(`${site.origin}/register`, registration(), { client });
  }

  const late = await postForm(page, { email: 'corrected@example.org' }, { client });

  expect(late.status).toBe(429);
  expect(await late.text()).toMatch(/<input id="email"[^>]*value="corrected@example.org"/);
});

test('the API’s response links to the same receipt', async () => {
  const answer = await send(site.origin, registrationPath, registration());

  const path = /^<([^>]+)>; rel="status"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
  const receipt = await fetch(site.origin + path);

  expect(receipt.status).toBe(200);
  expect(await receipt.text()).toContain(answer.body.reference);
  expect((await fetch(site.origin + path.replace('R-', 'R-X'))).status).toBe(404);
});

test('an invalid form returns with its input and a summary that links to each error', async () => {
  const body = registration({ email: 'ana', givenName: '"><script>', courses: [otherCourse] });

  const answer = await postForm(`${site.origin}/register`, body);
  const html = await answer.text();

  expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
  expect(html).toMatch(/href="#email"/);
  expect(html).toMatch(/<input id="email"[^>]*aria-invalid="true"[^>]*value="ana"/);
  expect(html).not.toContain('"><script>');
  expect(html).toMatch(new RegExp(`value="${otherCourse}"[^>]*checked`));
  expect(html).not.toMatch(new RegExp(`value="${oneCourse}"[^>]*checked`));
  expect(
    await site.read(`select id from registrations where student_number = '${body.studentNumber}'`),
  ).toEqual([]);
});

test('a plain form with a clash and an invalid field returns both errors at once', async () => {
  const body = registration({ email: 'ana', courses: clashing });

  const html = await (await postForm(`${site.origin}/register`, body)).text();

  expect(html).toMatch(/href="#email"/);
  expect(html).toMatch(/href="#courses"[^>]*>[A-Z0-9]+ and [A-Z0-9]+ meet at the same time/);
  expect(html).toContain('data-choice-clash>');
});

test('the chosen course is first, with its prerequisites and free seats', async () => {
  const { code, prerequisites } = offered.find((each) => each.prerequisites.length > 0)!;

  const html = await (await fetch(`${site.origin}/register?course=${code}`)).text();

  const [first = ''] = html.slice(html.indexOf('<form action="/register"')).split('About you');
  expect(first.match(/name="courses" value="([^"]+)" checked/)?.[1]).toBe(code);
  expect(first).toMatch(new RegExp(`Take first: .*${prerequisites[0]}`));
  expect(first).toMatch(/\d+ seats free/);
});

test('the plain forms share the checks of origin, size and type with the API', async () => {
  const client = newClient();
  const fields = { email: 'plain@example.org' };
  const url = `${site.origin}/newsletter`;

  const foreign = await postForm(url, fields, { client, headers: { Origin: 'https://evil.example' } });
  const large = await postForm(url, { email: 'x'.repeat(33_000) }, { client });
  const json = await fetch(url, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
  });
  const accepted = await postForm(url, fields, { client });

  expect([foreign, large, json, accepted].map(({ status }) => status)).toEqual([403, 413, 415, 303]);
  expect(accepted.headers.get('location')).toMatch(/^\/newsletter\/received\?to=[\w-]+$/);
});

test('accepted plain forms and all requests to the API count towards one limit of three', async () => {
  const client = newClient();
  const url = `${site.origin}/newsletter`;
  const post = (email: string) => postForm(url, { email }, { client });

  const invalid = await Promise.all(Array.from({ length: 12 }, () => post('nothing')));
  const first = await post('one@example.org');
  const byApi = await send(site.origin, signupPath, { email: 'nothing' }, { client });
  const third = await post('three@example.org');
  const fourth = await post('four@example.org');
  const lateByApi = await send(site.origin, signupPath, { email: 'five@example.org' }, { client });

  expect(new Set(invalid.map(({ status }) => status))).toEqual(new Set([400]));
  expect([first.status, byApi.status, third.status]).toEqual([303, 400, 303]);
  expect([first, third].map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '0']);
  expect([fourth.status, lateByApi.status]).toEqual([429, 429]);
  expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a form over the limit returns with its input and says when to try again', async () => {
  const client = newClient();
  const note = 'Ä "quoted" note & more';
  const body = registration({ courses: [otherCourse], note });
  for (let sent = 0; sent < 3; sent += 1) {
    await postForm(`${site.origin}/register`, registration(), { client });
  }

  const late = await postForm(`${site.origin}/register`, body, { client });
  const html = await late.text();

  expect([late.status, late.headers.get('content-type')]).toEqual([429, 'text/html']);
  const resetAt = Math.ceil(Number(late.headers.get('x-ratelimit-reset')) / 60_000) * 60_000;
  const time = new Date(resetAt).toLocaleTimeString('en-GB', {
    timeStyle: 'short',
    timeZone: 'Europe/London',
  });
  expect(html.replaceAll(/<[^>]+>/g, '')).toMatch(
    new RegExp(
      `Too many attempts from your network\\. Try again in (10|9) minutes, at ${time}, or email us\\. What you typed is still here\\.`,
    ),
  );
  expect(html).toMatch(/<a href="mailto:[^"]+">email us<\/a>/);
  expect(html).toMatch(new RegExp(`<input id="studentNumber"[^>]*value="${body.studentNumber}"`));
  expect(html).toMatch(new RegExp(`value="${otherCourse}"[^>]*checked`));
  expect(html).toContain('Ä &quot;quoted&quot; note &amp; more</textarea>');
});

test('the 31st attempt is refused, and its input is kept', async () => {
  const client = newClient();
  const post = (email: string) => postForm(`${site.origin}/newsletter`, { email }, { client });
  for (let sent = 0; sent < 30; sent += 1) expect((await post('nothing')).status).toBe(400);

  const late = await post('late@example.org');
  const otherForm = await postForm(`${site.origin}/register`, registration(), { client });

  expect([late.status, otherForm.status]).toEqual([429, 303]);
  expect(await late.text()).toMatch(/<input id="email"[^>]*value="late@example.org"/);
  expect(await site.read(`select id from signups where email = 'late@example.org'`)).toEqual([]);
});

test('the page’s script gets the address of the next page, or the error, as JSON', async () => {
  const client = newClient();
  const headers = { Accept: 'application/json' };
  const post = (email: string) => postForm(`${site.origin}/newsletter`, { email }, { client, headers });

  const invalid = await post('nothing');
  const accepted = await post('script@example.org');
  for (let sent = 0; sent < 2; sent += 1) await post('script@example.org');
  const late = await post('script@example.org');

  expect([invalid.status, await invalid.json()]).toMatchObject([
    400,
    { error: { code: 'INVALID_REQUEST', fields: { email: expect.stringContaining('email address') } } },
  ]);
  expect([accepted.status, await accepted.json()]).toEqual([
    200,
    { location: expect.stringMatching(/^\/newsletter\/received\?to=[\w-]+$/) as string },
  ]);
  expect([late.status, await late.json()]).toMatchObject([
    429,
    { error: { code: 'RATE_LIMITED', message: 'Too many attempts from your network.' } },
  ]);
});

test('the link on a course page selects the course, and both forms have Markdown', async () => {
  const page = await (
    await fetch(`${site.origin}/register?course=${oneCourse.toLowerCase()}&course=NOPE999`)
  ).text();
  const twins = await Promise.all(
    ['/register', '/newsletter'].map((path) =>
      fetch(site.origin + path, { headers: { Accept: 'text/markdown' } }),
    ),
  );

  expect(page).toMatch(new RegExp(`value="${oneCourse}"[^>]*checked`));
  expect(page.match(/<input type="checkbox"[^>]*checked/g)).toHaveLength(1);
  for (const twin of twins) {
    expect(twin.headers.get('content-type')).toContain('text/markdown');
    expect(await twin.text()).toMatch(/^Form ".*: .*Email \(required\)/m);
  }
});

test('a sign-up is confirmed only by its button and ended with one click', async () => {
  const email = 'opt-in@example.org';
  await send(site.origin, signupPath, { email });
  const mail = await mailTo(email);
  const link = linkIn(mail, '/newsletter/confirm');

  for (let opened = 0; opened < 3; opened += 1) expect((await fetch(link)).status).toBe(200);
  expect(await statusOf(email)).toBe('pending');
  const foreign = await postForm(link, {}, { headers: { Origin: 'https://evil.example' } });
  expect([foreign.status, await statusOf(email)]).toEqual([403, 'pending']);
  expect((await postForm(link, {})).status).toBe(200);
  expect(await statusOf(email)).toBe('confirmed');

  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
    'List-Unsubscribe=One-Click',
  );
  const { pathname, search } = new URL(header.slice(1, -1));
  expect((await fetch(site.origin + pathname + search)).status).toBe(200);
  expect(await statusOf(email)).toBe('confirmed');
  const headers = { Origin: 'https://mail.example' };
  const body = { 'List-Unsubscribe': 'One-Click' };
  const oneClick = await postForm(site.origin + pathname + search, body, { headers });
  expect([oneClick.status, await statusOf(email)]).toEqual([200, 'unsubscribed']);
  expect((await postForm(link, {})).status).toBe(400);
  expect(await statusOf(email)).toBe('unsubscribed');
});

test('one-click unsubscription accepts multipart bodies', async () => {
  const email = 'multipart@example.org';
  await send(site.origin, signupPath, { email });
  const link = linkIn(await mailTo(email), '/newsletter/unsubscribe');
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');

  const answer = await fetch(link, { method: 'POST', body: form });

  expect([answer.status, await statusOf(email)]).toEqual([200, 'unsubscribed']);
});

test('only the button withdraws a registration, and the registrar gets an email about both steps', async () => {
  const email = 'withdraw@example.org';
  const { body } = await send(site.origin, registrationPath, registration({ email }));
  const link = linkIn(await mailTo(email), '/register/withdraw');
  const state = async () =>
    (await site.read(`select status from registrations where reference = '${body.reference}'`))[0]?.[
      'status'
    ];

  await fetch(link);
  expect(await state()).toBe('requested');
  const done = await postForm(link, {});

  expect([done.status, await state()]).toEqual([200, 'withdrawn']);
  const html = await done.text();
  expect(html).toContain(body.reference);
  expect(html).toContain('<a href="/courses">See all courses</a>');
  await eventually(() =>
    smtp.to('registrar@larkmoor.example').filter(({ subject }) => subject?.includes(body.reference ?? 'none'))
      .length === 2
      ? true
      : undefined,
  );
  const forged = await postForm(`${site.origin}/register/withdraw?token=forged`, {});
  expect(forged.status).toBe(400);
  expect(await forged.text()).toContain('or <a href="/contact">write to us</a>');
});

test('receipt and email mention the waiting list when all seats are taken', async () => {
  const small = offered
    .map(({ code, offerings }) => ({ code, seats: offerings.reduce((sum, { seats }) => sum + seats, 0) }))
    .toSorted((a, b) => a.seats - b.seats)[0]!;
  const taken = await Promise.all(
    Array.from({ length: small.seats }, () =>
      send(site.origin, registrationPath, registration({ courses: [small.code] })),
    ),
  );
  expect(taken.every(({ status }) => status === 200)).toBe(true);

  const email = 'waiting@example.org';
  const late = await postForm(`${site.origin}/register`, registration({ email, courses: [small.code] }));
  const page = await (await fetch(new URL(late.headers.get('location') ?? '', site.origin))).text();
  const mail = await mailTo(email);

  expect(page).toContain('waiting list');
  expect(mail.text).toContain('waiting list');
});
