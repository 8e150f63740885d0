import { globSync, readFileSync, realpathSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInProblems } from '#lib/i18n/en/staff.ts';
import { openStore } from '#lib/store/open.ts';
import type { HtmlPage } from '#test/html-checker.ts';
import { fillWithSubmissions } from '#test/stand-ins/demo-data.ts';
import { startSiteverify } from '#test/stand-ins/siteverify.ts';
import { startSmtp, type ReceivedMail } from '#test/stand-ins/smtp.ts';
import { hiddenField, openBrowser, serveWithStandIn, signIn, type Browser } from '#test/http/auth-site.ts';
import { serveChat } from '#test/http/chat-site.ts';
import { serveDesk } from '#test/http/desk-site.ts';
import { builtSite, eventually, newClient, registration, serveForms } from '#test/http/forms-site.ts';

/** Every page of the build, including the error pages. */
export async function prerenderedPages(): Promise<HtmlPage[]> {
  const folder = join(realpathSync(await builtSite()), 'client');
  return globSync('**/*.html', { cwd: folder }).map((name) => ({
    name: `/${name}`,
    html: readFileSync(join(folder, name), 'utf8'),
  }));
}

/** Patterns of the routes that are rendered on demand: `/staff/registrations/[reference]`. */
export function routesOnDemand(): string[] {
  return globSync('**/*.astro', { cwd: 'src/pages' })
    .filter((file) => readFileSync(join('src/pages', file), 'utf8').includes('prerender = false'))
    .map((file) => `/${file.replace(/(\/?index)?\.astro$/, '')}`);
}

type Send = { form?: Record<string, string>; headers?: Record<string, string>; as?: string };

/** Creates a function that opens a page and adds its HTML to `pages`, named by path, status and `as`. */
function createVisitor(origin: string, pages: HtmlPage[], browser = openBrowser()) {
  return async function visit(path: string, { as = '', form, headers }: Send = {}): Promise<string> {
    const address = new URL(path, origin);
    const response = await browser.send(origin + address.pathname + address.search, {
      ...(form && { form }),
      headers: { Origin: origin, 'X-Forwarded-For': newClient(), ...headers },
    });
    const location = response.headers.get('Location');
    if (location) return visit(new URL(location, address).href, { as });
    const html = await response.text();
    if (!html.startsWith('<!DOCTYPE html>')) throw new Error(`${path} is not HTML: ${html.slice(0, 200)}`);
    pages.push({ name: `${address.pathname}${address.search} ${response.status} ${as}`.trim(), html });
    return html;
  };
}

type Visit = ReturnType<typeof createVisitor>;

/** Returns the pages that a visitor can open without an account and without JavaScript. */
export async function visitorPages(): Promise<HtmlPage[]> {
  const pages: HtmlPage[] = [];
  const smtp = await startSmtp();
  const site = await serveForms(smtp.settings);
  const visit = createVisitor(site.origin, pages);
  const letter = (recipient: string) => eventually(() => smtp.to(recipient)[0]);
  const linkIn = (mail: ReceivedMail, path: string) =>
    new RegExp(`http://\\S*(${path}\\?token=\\S+)`).exec(mail.text ?? '')?.[1] ?? '';

  for (const query of ['', '?q=', '?q=soil', '?q=qqqzzz', '?q=soil&type=none', `?q=${'x'.repeat(201)}`]) {
    await visit(`/search${query}`);
  }
  for (const query of [
    '',
    '?q=peat&day=fri&sort=price',
    '?day=sun&mode=online&price=1',
    '?level=9&price=x',
  ]) {
    await visit(`/courses/find${query}`);
  }
  for (const query of ['', '?code=SOIL101&code=HYD101&code=REST201&code=LAW101', '?code=%22%3E%3Cb%3E']) {
    await visit(`/courses/compare${query}`);
  }
  for (const query of [
    '?program=masters-land-and-water&program=certificate-mapping-and-survey',
    '?program=%22%3E',
  ]) {
    await visit(`/programs/compare${query}`);
  }
  for (const path of ['/ask', '/ask?q=fees', '/nowhere', '/courses/nowhere', '/staff']) await visit(path);
  await visitForms(visit);

  const registrationMail = await letter('html@example.org');
  await visitLink(visit, linkIn(registrationMail, '/register/confirm'));
  await visitLink(visit, linkIn(registrationMail, '/register/withdraw'));
  await visitLink(visit, linkIn(await letter('applicant@example.org'), '/apply/withdraw'));
  await visitLink(visit, linkIn(await letter('asker@example.org'), '/enquire/withdraw'));
  const signup = await letter('reader@example.org');
  await visitLink(visit, linkIn(signup, '/newsletter/confirm'));
  const unsubscribe = signup.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  await visitLink(visit, unsubscribe.slice(1, -1));

  await site.remove();
  await smtp.stop();
  return pages;
}

/** The forms: empty, prefilled by a link, submitted, with errors, from a foreign origin, and over the rate limit. */
async function visitForms(visit: Visit): Promise<void> {
  const { courses, ...fields } = registration({ email: 'html@example.org', note: 'one\ntwo' });
  const complete = { ...(fields as Record<string, string>), courses: (courses as string[])[0] ?? '' };
  const forms = [
    { path: '/register', complete, faulty: { ...complete, studentNumber: '"><b>', email: 'none' } },
    { path: '/newsletter', complete: { email: 'reader@example.org' }, faulty: { email: '"><b>' } },
    { path: '/apply', complete: applicant, faulty: { ...applicant, program: '"><b>', email: 'none' } },
    { path: '/enquire', complete: question, faulty: { ...question, about: '"><b>', email: 'none' } },
  ];
  for (const { path, complete: form, faulty } of forms) {
    await visit(path);
    await visit(`${path}/received`);
    await visit(path, { form, as: 'sent' });
    await visit(path, { form: {}, as: 'sent empty' });
    await visit(path, { form: faulty, as: 'sent with errors' });
    await visit(path, { form, headers: { Origin: 'https://evil.example' }, as: 'sent from elsewhere' });
    const client = { 'X-Forwarded-For': newClient() };
    for (let times = 0; times < 4; times += 1) {
      await visit(path, { form, headers: client, as: 'sent too often' });
    }
  }
  await visit('/register/correct?token=forged');
  await visit(`/register?course=${complete.courses}`);
  await visit('/register?course=NONE1');
  for (const path of ['/apply?course=SOIL101&program=none', '/enquire?about=SOIL101']) await visit(path);
}

const applicant = {
  courses: 'SOIL101',
  givenName: 'Ana',
  familyName: 'Ng',
  email: 'applicant@example.org',
  qualifications: 'one\ntwo',
  consent: 'yes',
};
const question = { question: 'one\ntwo', name: 'Ana Ng', email: 'asker@example.org' };

/** A link of an email: opened, submitted, submitted again, and with a forged token. */
async function visitLink(visit: Visit, path: string): Promise<void> {
  await visit(path);
  await visit(path, { form: {}, as: 'pressed' });
  await visit(path, { form: {}, as: 'pressed again' });
  const forged = path.replace(/token=.*/, 'token=forged');
  await visit(forged);
  await visit(forged, { form: {}, as: 'pressed' });
}

/** Pages that differ if a model or a challenge is configured. */
export async function configuredPages(): Promise<HtmlPage[]> {
  const pages: HtmlPage[] = [];
  const verifier = await startSiteverify();
  const site = await serveChat(verifier.settings);
  const visit = createVisitor(site.origin, pages);
  for (const path of ['/ask', '/ask?q=fees']) await visit(path, { as: 'with a model' });
  for (const path of ['/register', '/newsletter', '/apply', '/enquire']) {
    await visit(path, { as: 'with a challenge' });
    await visit(path, { form: { email: 'a@example.org' }, as: 'without the challenge passed' });
  }
  await site.remove();
  await verifier.stop();
  return pages;
}

/** Staff pages for a signed-in member, for a visitor and for a member without access, and their notices. */
export async function staffPages(): Promise<HtmlPage[]> {
  const pages: HtmlPage[] = [];
  const dataDir = await mkdtemp(join(tmpdir(), 'html-staff-'));
  const store = await openStore({ dataDir });
  await fillWithSubmissions(store, { siteUrl: 'http://localhost:4321' });
  await store.close();
  const site = await serveWithStandIn({
    TRUSTED_PROXIES: 'loopback',
    DATA_DIR: dataDir,
    STAFF_ROLES: 'admin=registrar@larkmoor.example editor=editor@larkmoor.example',
  });
  const admin = openBrowser();
  const visit = createVisitor(site.siteUrl, pages, admin);

  await visit('/staff/sign-in');
  for (const problem of Object.keys(signInProblems)) {
    await visit(`/staff/sign-in?problem=${problem}`);
  }
  await visit('/staff/signed-out');
  await signIn(admin, site.siteUrl);
  await visit('/staff/sign-out', { as: 'signed in' });
  await crawlStaff(visit, '/staff');
  await visit('/staff/registrations?q=none', { as: 'signed in' });
  const signups = await visit('/staff/sign-ups');
  const token = hiddenField(signups, 'csrf');
  const [subscriber = ''] = /[\w.]+@(?!larkmoor)[\w.]+/.exec(signups) ?? [];
  for (const email of ['none@example.org', subscriber]) {
    await visit('/staff/delete-person', { form: { csrf: token, email }, as: 'asked' });
  }
  const undecided = await visit('/staff/registrations?decision=open&email=confirmed&order=oldest');
  const [, reference = ''] = /name="reference" value="([^"]+)"/.exec(undecided) ?? [];
  const decision = { csrf: token, reference, decision: 'place' };
  await visit('/staff/registrations/decide', { form: decision, as: 'previewed' });
  await visitNotices(site.siteUrl, pages, token);

  await site.remove();
  return pages;
}

/** The editor's desk, with a draft and its changes. */
export async function deskPages(): Promise<HtmlPage[]> {
  const desk = await serveDesk();
  const created = await desk.act('editor', '/staff/content/new', { kind: 'news', title: 'Otters are back' });
  const draft = created.headers.get('location')?.split('file=')[1] ?? '';
  const changes = await desk.text('/staff/content/changes', 'editor');
  const [change = ''] = /\/staff\/content\/changes\/[^"?#]+/.exec(changes) ?? [];
  const ofEntry = ['edit', 'rename', 'delete', 'history'].map(
    (page) => `/staff/content/${page}?file=pages/about.mdx`,
  );
  const paths = [
    ...['/staff/content', '/staff/content?state=changed', '/staff/content?q=none', '/staff/content/new'],
    ...['/staff/content/documents', '/staff/content/bin'],
    ...['/staff/content/report', '/staff/content/changes', change, `/staff/content/edit?file=${draft}`],
    ...ofEntry,
  ];
  const pages: HtmlPage[] = [];
  for (const path of paths) {
    const response = await desk.get(path, 'editor');
    pages.push({ name: `${path} ${response.status} desk`, html: await response.text() });
  }
  await desk.remove();
  return pages;
}

/** Follows the links of the staff pages, to at most three addresses per route. */
async function crawlStaff(visit: Visit, start: string): Promise<void> {
  const perKind = new Map<string, number>();
  const seen = new Set([start]);
  for (const path of seen) {
    const html = await visit(path, { as: 'signed in' });
    for (const [, link = ''] of html.matchAll(/href="(\/staff[^"#]*)/g)) {
      const next = link.replaceAll(/&(?:#38|amp);/g, '&');
      const kind = next.replaceAll(/\d+|=[^&]*|\/(?=[^/]*\d)[^/]*$/g, '');
      const count = perKind.get(kind) ?? 0;
      if (seen.has(next) || count === 3 || /\.csv|sign-out/.test(next)) continue;
      perKind.set(kind, count + 1);
      seen.add(next);
    }
  }
}

async function visitNotices(siteUrl: string, pages: HtmlPage[], adminToken: string): Promise<void> {
  const own = async (person?: string): Promise<Visit> => {
    const browser: Browser = openBrowser();
    if (person) await signIn(browser, siteUrl, { person });
    return createVisitor(siteUrl, pages, browser);
  };
  const editor = await own('emeka');
  await editor('/staff/registrations', { as: 'of an editor' });
  await editor('/staff', { form: { csrf: adminToken, note: 'mine' }, as: 'sent with another’s token' });
  await editor('/staff', {
    form: { csrf: adminToken },
    headers: { Origin: 'https://evil.example' },
    as: 'sent from elsewhere',
  });
  const stranger = await own();
  await stranger('/staff', { form: { csrf: adminToken, note: 'a\nb' }, as: 'sent without a session' });
  const visitor = await own('piet');
  await visitor('/staff/refused', { as: 'of an account without access' });
}
