import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#test/stand-ins/shared-postgres.ts';
import { storeKinds } from '#test/stand-ins/stores.ts';
import { startSmtp, type MailServer, type ReceivedMail } from '#test/stand-ins/smtp.ts';
import { cookieOf, members, staffSettings, type MemberName } from '#test/staff-session.ts';
import {
  eventually,
  postForm,
  registration,
  registrationPath,
  send,
  serveForms,
  signupPath,
  type FormsSite,
} from './forms-site.ts';

const office = 'registrar@larkmoor.example';

describe.each(storeKinds)('on %s', (kind) => {
  let databaseUrl: string | undefined;
  let smtp: MailServer;
  let site: FormsSite;

  beforeAll(async () => {
    smtp = await startSmtp();
    if (kind === 'postgres') databaseUrl = await createDatabase();
    site = await serveForms({
      ...staffSettings,
      DATABASE_URL: databaseUrl,
      ...smtp.settings,
      REGISTRAR_EMAIL: office,
    });
  });

  afterAll(async () => {
    await site.remove();
    await smtp.stop();
  });

  const rowsAbout = (abouts: readonly string[]) =>
    site.read(
      `select * from outbox where about in (${abouts.map((about) => `'${about}'`).join()}) order by id`,
    );
  const signUp = (email: string) => send(site.origin, signupPath, { email });

  async function register(email: string): Promise<string> {
    const { status, body } = await send(site.origin, registrationPath, registration({ email }));
    expect(status).toBe(200);
    return body.reference ?? '';
  }

  /** Waits until no email is queued. Emails that were not sent are then held or dropped. */
  async function waitUntilSent(): Promise<void> {
    await eventually(async () => {
      const rows = await site.read(`select id from outbox where status = 'queued'`);
      return rows.length === 0 || undefined;
    });
  }

  function pathIn({ text = '' }: ReceivedMail, path: string): string {
    const url = new URL(new RegExp(`http://\\S*${path}\\?token=\\S+`).exec(text)?.[0] ?? 'http://none/');
    return url.pathname + url.search;
  }

  async function openStaff(path: string, member: MemberName) {
    const session = await cookieOf(member);
    const page = await fetch(site.origin + path, {
      redirect: 'manual',
      headers: { Accept: 'text/html', Cookie: session },
    });
    const html = await page.text();
    const csrf = page.headers.getSetCookie().find((line) => line.includes('csrf'));
    return {
      status: page.status,
      html,
      cookie: `${session}; ${csrf?.split(';')[0] ?? ''}`,
      token: /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '',
    };
  }

  function postStaff(fields: Record<string, string>, { cookie, token }: { cookie: string; token: string }) {
    return postForm(
      `${site.origin}/staff/held-mail`,
      { ...fields, csrf: token },
      {
        headers: { Origin: site.origin, Cookie: cookie },
      },
    );
  }

  test('the fourth registration email to an address is held until staff release it', async () => {
    const references: string[] = [];
    for (const name of ['victim', 'Victim', 'victim+a', 'victim+b', 'victim+c']) {
      references.push(await register(`${name}@example.org`));
    }
    await waitUntilSent();
    const sentBefore = smtp.received.filter(({ recipients }) => /^victim/i.test(recipients[0] ?? ''));
    const heldBefore = (await rowsAbout(references)).filter(({ status }) => status === 'held');
    const held = await site.read(`select id from outbox where status = 'held'`);
    const shown = await openStaff('/staff/held-mail', 'registrar');
    const overview = await openStaff('/staff', 'registrar');
    const fields = { id: String(heldBefore[0]?.['id']) };

    const refused = await Promise.all([
      postStaff(fields, { ...shown, token: '' }),
      postStaff(fields, await openStaff('/staff', 'editor')),
    ]);
    const released = await postStaff(fields, shown);
    const twice = await postStaff(fields, shown);
    await eventually(() => smtp.to('victim+b@example.org')[0]);
    const all = await postStaff({ through: String(heldBefore[1]?.['id']) }, shown);
    await eventually(() => smtp.to('victim+c@example.org')[0]);

    expect(sentBefore).toHaveLength(3);
    expect(heldBefore.map(({ about }) => about)).toEqual(references.slice(3));
    expect(smtp.to(office)).toHaveLength(5);
    expect(shown.html).toContain(`/staff/registrations/${references[3]}`);
    expect(overview.html).toMatch(
      new RegExp(String.raw`href="/staff/held-mail"[^>]*>\s*${held.length} emails are held`),
    );
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect([released.status, twice.status, all.status]).toEqual([303, 400, 303]);
    const log = await site.read(`select * from staff_log where action = 'held-mail-released' order by id`);
    expect(log.map(({ who, subject }) => [who, subject])).toEqual([
      [members.registrar, references[3]],
      [members.registrar, ''],
    ]);
    expect(JSON.stringify(log)).not.toContain('victim');
  });

  test('after unsubscribing, a sign-up by a stranger sends no email and gets the same response', async () => {
    const email = 'left@example.org';
    const first = await signUp(email);
    const mail = await eventually(() => smtp.to(email)[0]);

    const done = await postForm(site.origin + pathIn(mail, '/newsletter/unsubscribe'), {});
    const html = await done.text();
    const again = await signUp('left+stranger@example.org');
    await waitUntilSent();

    expect(done.status).toBe(200);
    expect(html).toContain('not within the next hour');
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([...again.headers.keys()]).toEqual([...first.headers.keys()]);
    expect(smtp.to('left+stranger@example.org')).toEqual([]);
    const dropped = await site.read(`select * from outbox where status = 'dropped'`);
    expect(dropped).toMatchObject([{ mail: null, kind: 'signup-confirm' }]);
    expect(JSON.stringify(dropped)).not.toMatch(/left|token/);
    expect(await site.read('select * from unsubscribes')).toHaveLength(1);
  });
});
