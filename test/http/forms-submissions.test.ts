import { expect, test } from 'vitest';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { staffSettings } from '#test/staff-session.ts';
import { useShared } from '#test/use-shared.ts';
import { formBody } from './form-body.ts';
import { eventually, newClient, postForm, send, serveForms } from './forms-site.ts';
import { createStaffClient } from './staff-client.ts';

const smtp = useShared(() => startSmtp());
const site = useShared(() =>
  serveForms({
    ...staffSettings,
    ...smtp.settings,
    REGISTRAR_EMAIL: 'office@larkmoor.example',
  }),
);
const { get, openForm, post } = createStaffClient(() => site.origin);

const enquiry = {
  about: '/courses/soil-science',
  question: 'May I bring my dog?\nHe is "quiet".',
  name: 'Zoë Łukaszewicz',
  email: 'zoe@example.org',
};
const application = {
  program: 'diploma-catchment-restoration',
  courses: ['SOIL101', 'HYD101'],
  givenName: 'Ana',
  familyName: 'Ng',
  email: 'ana@example.org',
  qualifications: 'Four years on a farm',
  consent: 'yes',
};
const forms = [
  { path: '/enquire', api: '/api/enquiry', staff: '/staff/enquiries', body: enquiry, prefix: 'E' },
  { path: '/apply', api: '/api/application', staff: '/staff/applications', body: application, prefix: 'A' },
];

const choices = ['about', 'program', 'courses', 'consent'];

test.each(forms)(
  '$path leads to a receipt, and the same request to $api gets its reference',
  async ({ path, api, body, prefix }) => {
    const posted = await postForm(site.origin + path, body);
    const receipt = await fetch(new URL(posted.headers.get('location') ?? '', site.origin));
    const html = await receipt.text();
    const byApi = await send(site.origin, api, body);
    const link = /^<([^>]+)>; rel="status"/.exec(byApi.headers.get('link') ?? '')?.[1] ?? '';
    const permanent = await fetch(site.origin + link);

    expect([posted.status, receipt.status, byApi.status]).toEqual([303, 200, 200]);
    expect(byApi.body).toEqual({
      status: 'accepted',
      reference: expect.stringMatching(new RegExp(`^${prefix}-[0-9A-Z]{4}-[0-9A-Z]{4}$`)),
    });
    expect(html).toContain(byApi.body.reference);
    expect(html).toContain(`Our emails go to <strong>${body.email}</strong>`);
    expect(await permanent.text()).not.toContain(body.email);
    expect(receipt.headers.get('cache-control')).toBe('no-store');
    expect(permanent.status).toBe(200);
    expect((await fetch(`${site.origin}${link.replace(`${prefix}-`, `${prefix}-X`)}`)).status).toBe(404);
  },
);

test.each(forms)('$path returns invalid input with every chosen option', async ({ path, body }) => {
  const answer = await postForm(site.origin + path, { ...body, email: 'nothing' });
  const html = await answer.text();

  expect(answer.status).toBe(400);
  expect(html).toMatch(/href="#email"/);
  for (const [name, value] of formBody({ ...body, email: 'nothing' })) {
    const shown = value.replaceAll('"', '&quot;');
    const chosen = new RegExp(`value="${shown}"[^>]*(checked|selected)`);
    if (choices.includes(name)) expect(html, name).toMatch(chosen);
    else expect(html.includes(`value="${shown}"`) || html.includes(`${shown}</textarea>`), name).toBe(true);
  }
});

test.each([
  ['/enquire?about=/programs/diploma-catchment-restoration', '/programs/diploma-catchment-restoration'],
  ['/enquire?about=soil101', '/courses/soil-science'],
  ['/apply?program=diploma-catchment-restoration', 'diploma-catchment-restoration'],
  ['/apply?course=soil101', 'SOIL101'],
])('%s selects %s', async (path, value) => {
  const html = await (await fetch(site.origin + path)).text();

  expect(html).toMatch(new RegExp(`value="${value}"[^>]*(selected|checked)`));
});

test('a link to a course or programme that is not on offer selects nothing', async () => {
  const pages = await Promise.all(
    ['/enquire?about=%22%3E%3Cscript%3E', '/apply?program=nothing&course=NOPE999'].map(async (path) =>
      (await fetch(site.origin + path)).text(),
    ),
  );

  for (const html of pages) {
    expect(html).not.toMatch(/<option value="[^"]+"[^>]*selected|type="checkbox"[^>]*checked/);
    expect(html).not.toContain('"><script>');
  }
});

test.each(forms)(
  '$path: only the button of the withdrawal page withdraws, and the office gets an email',
  async ({ path, api, body, staff }) => {
    const email = `withdraw-${path.slice(1)}@example.org`;
    const { body: answer } = await send(site.origin, api, { ...body, email });
    const mail = await eventually(() => smtp.to(email)[0]);
    const url = new URL(/http:\/\/\S+withdraw\?token=\S+/.exec(mail.text ?? '')?.[0] ?? 'http://none/');
    const link = site.origin + url.pathname + url.search;
    const state = async () =>
      (await site.read(`select handling from submissions where reference = '${answer.reference}'`))[0]?.[
        'handling'
      ];

    expect((await fetch(link)).status).toBe(200);
    expect(await state()).toBe('new');
    const foreign = await postForm(link, {}, { headers: { Origin: 'https://evil.example' } });
    expect([foreign.status, await state()]).toEqual([403, 'new']);
    const done = await postForm(link, {});

    expect([done.status, await state()]).toEqual([200, 'withdrawn']);
    expect(await done.text()).toContain(answer.reference);
    expect(await (await get(`${staff}/${answer.reference}`, 'registrar')).text()).toContain(
      'Withdrawn by the person',
    );
    await eventually(() =>
      smtp
        .to('office@larkmoor.example')
        .filter(({ subject }) => subject?.includes(answer.reference ?? 'none')).length === 2
        ? true
        : undefined,
    );
    expect((await postForm(`${site.origin}${path}/withdraw?token=forged`, {})).status).toBe(400);
  },
);

test.each(forms)(
  '$staff: a registrar starts a submission, and resends its receipt',
  async ({ api, body, staff }) => {
    const email = `staff-${staff.length}@example.org`;
    const { body: answer } = await send(site.origin, api, { ...body, email });
    const path = `${staff}/${answer.reference}`;
    const read = async () =>
      (
        await site.read(
          `select handling, handled_by from submissions where reference = '${answer.reference}'`,
        )
      )[0];

    const form = await openForm('registrar', path);
    const started = await post(path, { from: 'new', to: 'in-progress' }, form);
    const late = await post(path, { from: 'new', to: 'done' }, form);
    const again = await post(path, { action: 'send-again' }, form);

    expect([started.status, late.status, again.status]).toEqual([303, 400, 303]);
    expect(await read()).toEqual({ handling: 'in-progress', handled_by: 'ines@staff.example' });
    await eventually(() => (smtp.to(email).length === 2 ? true : undefined));
    const list = await (await get(`${staff}?status=in-progress&q=${email}`, 'registrar')).text();
    expect(list).toContain(answer.reference);
    const other = staff === '/staff/enquiries' ? '/staff/applications' : '/staff/enquiries';
    expect((await get(`${other}/${answer.reference}`, 'registrar')).status).toBe(404);
  },
);

test('each form has its own rate limit', async () => {
  const client = newClient();
  const statuses = [];
  for (let sent = 0; sent < 4; sent += 1) {
    statuses.push((await send(site.origin, '/api/enquiry', enquiry, { client })).status);
  }
  const other = await send(site.origin, '/api/application', application, { client });
  const page = await postForm(`${site.origin}/enquire`, enquiry, { client });

  expect(statuses).toEqual([200, 200, 200, 429]);
  expect([other.status, page.status]).toEqual([200, 429]);
  expect(await page.text()).toContain('May I bring my dog?\nHe is &quot;quiet&quot;.</textarea>');
});

test('the forms have Markdown, and the search finds them', async () => {
  const twin = await fetch(`${site.origin}/apply`, { headers: { Accept: 'text/markdown' } });
  const results = await Promise.all(
    ['apply', 'application form', 'enquiry'].map(async (query) => {
      const answer = await fetch(`${site.origin}/api/search?q=${encodeURIComponent(query)}&limit=3`);
      return ((await answer.json()) as { results: { url: string }[] }).results.map(
        ({ url }) => new URL(url).pathname,
      );
    }),
  );

  expect(await twin.text()).toMatch(/^Form "Apply": .*Given name \(required\)/m);
  expect(results[0]).toContain('/apply');
  expect(results[1]).toContain('/apply');
  expect(results[2]).toContain('/enquire');
});
