import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '#lib/store/open.ts';
import { fillWithSubmissions } from '#test/stand-ins/demo-data.ts';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { members, staffSettings, type MemberName } from '#test/staff-session.ts';
import { useShared } from '#test/use-shared.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import {
  eventually,
  registration,
  registrationPath,
  send,
  serveForms,
  type FormsSite,
} from './forms-site.ts';
import { storeSettings } from './machines-site.ts';
import { createStaffClient } from './staff-client.ts';

const smtp = useShared(() => startSmtp());
let site: FormsSite;
/** A registration with HTML, a formula and CSV separators in its fields. */
let nasty = '';

beforeAll(async () => {
  const dataDir = makeFolder();
  const stores = await storeSettings();
  const store = await openStore({ dataDir, databaseUrl: stores.DATABASE_URL });
  await fillWithSubmissions(store, { siteUrl: 'http://localhost:4321', staff: members.registrar });
  await store.close();
  site = await serveForms({
    ...staffSettings,
    ...stores,
    DATA_DIR: dataDir,
    ...smtp.settings,
  });
  const sent = await send(
    site.origin,
    registrationPath,
    registration({
      givenName: '<script>alert(1)</script>',
      familyName: '=HYPERLINK("evil.example","x")',
      email: 'nasty@evil.example',
      note: 'one, "two"\nthree;=1+1',
    }),
  );
  nasty = sent.body.reference ?? '';
});

afterAll(async () => {
  await site.remove();
});

const { get, openForm, post } = createStaffClient(() => site.origin);

/** The headers of a browser that follows a link on the site. */
const fromOurPage = { 'Sec-Fetch-Site': 'same-origin' };

const stateOf = async (reference: string) =>
  (await site.read(`select handling, handled_by from registrations where reference = '${reference}'`))[0];

async function newOne(): Promise<string> {
  const sent = await send(site.origin, registrationPath, registration());
  return sent.body.reference ?? '';
}

async function readNavigation(member: MemberName): Promise<string[]> {
  const html = await (await get('/staff', member)).text();
  const nav = /<nav aria-label="Staff"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
  return [...nav.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? '');
}

/** The expected status of each address for each role. */
const table: [path: string, registrar: number, editor: number, admin: number, none: number][] = [
  ['/staff', 200, 200, 200, 200],
  ['/staff/registrations', 200, 403, 200, 403],
  ['/staff/registrations/R-NONE-NONE', 404, 403, 404, 403],
  ['/staff/registrations.csv', 200, 403, 200, 403],
  ['/staff/applications', 200, 403, 200, 403],
  ['/staff/applications/A-NONE-NONE', 404, 403, 404, 403],
  ['/staff/applications.csv', 200, 403, 200, 403],
  ['/staff/enquiries', 200, 403, 200, 403],
  ['/staff/enquiries/E-NONE-NONE', 404, 403, 404, 403],
  ['/staff/enquiries.csv', 200, 403, 200, 403],
  ['/staff/seats', 200, 403, 200, 403],
  ['/staff/sign-ups', 200, 403, 200, 403],
  ['/staff/held-mail', 200, 403, 200, 403],
  ['/staff/sign-ups.csv', 200, 403, 200, 403],
  ['/staff/delete-person', 303, 403, 303, 403],
  ['/staff/questions', 403, 200, 200, 403],
  ['/staff/content', 403, 200, 200, 403],
  ['/staff/content/report', 403, 200, 200, 403],
  ['/staff/content/new', 403, 200, 200, 403],
  ['/staff/content/changes', 403, 200, 200, 403],
  ['/staff/content/pictures', 403, 200, 200, 403],
  ['/staff/content/documents', 403, 200, 200, 403],
  ['/staff/content/bin', 403, 200, 200, 403],
  ['/staff/content/changes/none', 403, 404, 404, 403],
  ['/staff/content/history?file=pages/about.mdx', 403, 200, 200, 403],
  ['/staff/content/rename?file=pages/about.mdx', 403, 200, 200, 403],
  ['/staff/content/delete?file=pages/about.mdx', 403, 200, 200, 403],
  ['/staff/log', 403, 403, 200, 403],
  ['/staff/end-sessions', 403, 403, 200, 403],
];

test.each(table)(
  '%s opens only to its roles and is neither cached nor indexed',
  async (path, ...statuses) => {
    const answers = await Promise.all(
      (['registrar', 'editor', 'admin', 'none'] as const).map((member) => get(path, member, fromOurPage)),
    );
    const stranger = await get(path);

    expect(answers.map(({ status }) => status)).toEqual(statuses);
    expect(stranger.status).toBe(303);
    expect(stranger.headers.get('location')).toMatch(/^\/staff\/sign-in/);
    for (const { headers } of [...answers, stranger]) {
      expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    }
  },
);

test.each(['registrar', 'editor', 'none'] as const)(
  'the navigation for the role %s has exactly the pages that the role may open',
  async (member) => {
    const all = await readNavigation('admin');
    const own = await readNavigation(member);

    const statuses = await Promise.all(all.map(async (path) => (await get(path, member)).status));

    expect(all.length).toBeGreaterThan(6);
    expect(own).toEqual(all.filter((_path, index) => statuses[index] === 200));
  },
);

test('staff pages have no Markdown and are not in the sitemap or search', async () => {
  const twin = await get('/staff/registrations', 'registrar', { Accept: 'text/markdown' });
  const report = await get('/content-report.json');
  const maps = await Promise.all(
    ['/sitemap-0.xml', '/llms.txt', '/llms-full.txt'].map(async (path) => (await get(path)).text()),
  );
  const found = await (await get('/api/search?q=registrations')).text();

  expect(twin.headers.get('content-type')).toMatch(/^text\/html/);
  expect(report.status).toBe(404);
  for (const text of [...maps, found]) expect(text).not.toContain('/staff/');
});

test('handling a registration records the member on its page and in the log', async () => {
  const reference = await newOne();
  const path = `/staff/registrations/${reference}`;
  const form = await openForm('registrar', path);

  const answer = await post(path, { from: 'new', to: 'in-progress' }, form);
  const late = await post(path, { from: 'new', to: 'done' }, form);
  const page = await (await get(answer.headers.get('location') ?? '', 'registrar')).text();
  const elsewhere = await (await get(answer.headers.get('location') ?? '', 'admin')).text();
  const log = await (await get('/staff/log', 'admin')).text();

  expect([answer.status, late.status]).toEqual([303, 400]);
  expect(await stateOf(reference)).toEqual({ handling: 'in-progress', handled_by: members.registrar });
  expect(page).toMatch(/<p class="done" role="status">/);
  expect(elsewhere).not.toMatch(/role="status"/);
  expect(log).toContain(reference);
  expect(log).toContain(members.registrar);
});

test('forms from another site, without a valid token or with another member’s token change nothing', async () => {
  const reference = await newOne();
  const path = `/staff/registrations/${reference}`;
  const form = await openForm('registrar', path);
  const other = await openForm('admin', path);
  const editor = await openForm('editor');
  const fields = { from: 'new', to: 'done' };
  const logged = async () => site.read('select count(*) as count from staff_log');
  const before = await logged();

  const answers = await Promise.all([
    post(path, fields, { ...form, headers: { Origin: 'https://evil.example' } }),
    post(path, fields, { ...form, headers: { 'Sec-Fetch-Site': 'cross-site' } }),
    post(path, fields, { ...form, token: '' }),
    post(path, fields, { ...form, token: other.token }),
    post(path, { action: 'send-again' }, { ...form, token: '' }),
    post('/staff/delete-person', { email: 'ana@example.org', confirmed: 'yes' }, { ...form, token: '' }),
    post('/staff', {}, { ...form, token: '' }),
    post('/staff/held-mail', { through: 'f' }, { ...form, token: '' }),
    post(path, fields, editor),
    post('/staff/delete-person', { email: 'ana@example.org', confirmed: 'yes' }, editor),
    post('/staff', {}, editor),
  ]);
  const stranger = await post(path, fields, { cookie: '', token: form.token });

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  expect(stranger.status).toBe(401);
  expect(await stateOf(reference)).toEqual({ handling: 'new', handled_by: null });
  expect(await logged()).toEqual(before);
});

test('staff resend the email of a registration, with a working link', async () => {
  const email = 'again@example.org';
  const sent = await send(site.origin, registrationPath, registration({ email }));
  const path = `/staff/registrations/${sent.body.reference}`;
  await eventually(() => smtp.to(email)[0]);

  const answer = await post(path, { action: 'send-again' }, await openForm('registrar', path));
  const again = await eventually(() => smtp.to(email)[1]);

  expect(answer.status).toBe(303);
  const link = new URL(/http\S+withdraw\?token=\S+/.exec(again.text ?? '')?.[0] ?? '');
  expect((await get(link.pathname + link.search)).status).toBe(200);
  expect(again.text).toBe(smtp.to(email)[0]?.text);
});

test('staff retry parked emails', async () => {
  const answer = await post('/staff', {}, await openForm('registrar'));

  expect(answer.status).toBe(303);
  await eventually(async () => {
    const [row] = await site.read(`select count(*) as count from outbox where status = 'parked'`);
    return Number(row?.['count']) === 0 || undefined;
  });
});

test('a person’s data is shown, and deleted only after confirmation', async () => {
  const email = 'gone@example.org';
  const sent = await send(site.origin, registrationPath, registration({ email }));
  const form = await openForm('registrar', '/staff/sign-ups');

  const asked = await post('/staff/delete-person', { email }, form);
  const html = await asked.text();
  const still = await stateOf(sent.body.reference ?? '');
  const done = await post('/staff/delete-person', { email, confirmed: 'yes' }, form);
  const confirmation = await (await get(done.headers.get('location') ?? '', 'registrar')).text();

  expect(asked.status).toBe(200);
  expect(html).toContain(email);
  expect(still).toBeDefined();
  expect(done.status).toBe(303);
  expect(await stateOf(sent.body.reference ?? '')).toBeUndefined();
  expect(confirmation).toMatch(/role="status"/);
  expect(confirmation).not.toContain(email);
  const rows = await site.read(`select * from staff_log`);
  expect(JSON.stringify(rows)).not.toContain(email);
  expect(JSON.stringify(rows)).toContain('person-deleted');
});

test('the export of registrations is filtered like the list, safe to open, and logged without the search text', async () => {
  const all = await get('/staff/registrations.csv', 'registrar', fromOurPage);
  const bytes = new Uint8Array(await all.arrayBuffer());
  const lines = new TextDecoder().decode(bytes).split('\r\n');
  const one = await (await get('/staff/registrations.csv?q=nasty%40evil', 'registrar', fromOurPage)).text();

  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(all.headers.get('content-disposition')).toMatch(
    /^attachment; filename="registrations-[\d-]+\.csv"$/,
  );
  expect(lines.length).toBeGreaterThan(40);
  expect(one.split('\r\n')).toHaveLength(3);
  expect(one).toContain(`,"'=HYPERLINK(""evil.example"",""x"")",`);
  expect(one).toContain(`"one, ""two""\nthree;'=1+1"`);
  const log = JSON.stringify(
    await site.read(`select * from staff_log where action = 'registrations-exported'`),
  );
  expect(log).not.toContain('nasty');
});

test.each(['/staff/registrations', '/staff/applications', '/staff/enquiries', '/staff/sign-ups'])(
  '%s says beside the export how a spreadsheet keeps its values',
  async (path) => {
    const html = await (await get(path, 'registrar')).text();

    const [, help = ''] = /class="download"[^]*?<details[^>]*>([^]*?)<\/details>/.exec(html) ?? [];
    for (const text of [
      '00012345',
      'From Text/CSV',
      'Do not detect data types',
      'LibreOffice',
      'Google Sheets',
    ]) {
      expect(help).toContain(text);
    }
  },
);

test('the export of sign-ups contains the chosen status', async () => {
  const pending = await (await get('/staff/sign-ups.csv?status=pending', 'registrar', fromOurPage)).text();

  const [row] = await site.read(`select count(*) as count from signups where status = 'pending'`);
  expect(pending.trim().split('\r\n')).toHaveLength(1 + Number(row?.['count']));
});

test.each(['/staff/registrations.csv', '/staff/sign-ups.csv'])(
  '%s is rejected when another site links to it, and nothing is logged',
  async (path) => {
    const exports = `select count(*) as count from staff_log where action like '%-exported'`;
    const before = await site.read(exports);

    const refused = await Promise.all(
      [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Referer: 'https://evil.example/' },
        {},
      ].map((headers) => get(path, 'registrar', headers)),
    );
    const after = await site.read(exports);
    const opened = await Promise.all(
      [{ 'Sec-Fetch-Site': 'none' }, { Referer: `${site.origin}/staff` }].map((headers) =>
        get(path, 'registrar', headers),
      ),
    );

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await refused[0]?.text()).toContain('Data can only be exported from the staff pages.');
    expect(after).toEqual(before);
    expect(opened.map(({ status }) => status)).toEqual([200, 200]);
  },
);

test('visitors’ input is escaped on every page', async () => {
  const pages = await Promise.all(
    ['/staff/registrations', `/staff/registrations/${nasty}`, '/staff'].map(async (path) =>
      (await get(path, 'admin')).text(),
    ),
  );

  for (const html of pages) expect(html).not.toContain('<script>alert');
  expect(pages[1]).toContain('&lt;script&gt;alert');
});

test('the list filters and continues on the next page', async () => {
  const references = (html: string) =>
    [...html.matchAll(/class="row-link" href="[^"]*\/(R-[^"]+)"/g)].map(([, ref]) => ref);
  const first = await (await get('/staff/registrations', 'registrar')).text();
  const next =
    /href="([^"]+)" rel="next"/.exec(first)?.[1]?.replaceAll('&#38;', '&').replaceAll('&amp;', '&') ?? '';
  const second = await (await get(next, 'registrar')).text();
  const found = await (await get('/staff/registrations?q=nasty', 'registrar')).text();

  expect(references(first)).toHaveLength(25);
  expect(references(second).length).toBeGreaterThan(5);
  expect(references(second).filter((reference) => references(first).includes(reference))).toEqual([]);
  expect(references(found)).toEqual([nasty]);
});
