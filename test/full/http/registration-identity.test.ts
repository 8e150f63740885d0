import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffSettings } from '#test/staff-session.ts';
import { createDatabase } from '#test/stand-ins/shared-postgres.ts';
import { startSmtp, type MailServer } from '#test/stand-ins/smtp.ts';
import {
  eventually,
  oneCourse,
  postForm,
  registration,
  registrationPath,
  send,
  serveForms,
  type FormsSite,
} from '#test/http/forms-site.ts';
import { createStaffClient } from '#test/http/staff-client.ts';

let addresses = 0;

/** Returns an unused address, since one address gets at most a few emails a day. */
function newAddress(): string {
  addresses += 1;
  return `student${addresses}@example.org`;
}

describe.each(['SQLite', 'PostgreSQL'])('on %s', (kind) => {
  let databaseUrl: string | undefined;
  let smtp: MailServer;
  let site: FormsSite;

  beforeAll(async () => {
    if (kind !== 'SQLite') databaseUrl = await createDatabase();
    smtp = await startSmtp();
    site = await serveForms({
      ...staffSettings,
      DATABASE_URL: databaseUrl,
      ...smtp.settings,
    });
  });

  afterAll(async () => {
    await site.remove();
    await smtp.stop();
  });

  const staff = createStaffClient(() => site.origin);
  const register = (body: unknown) => send(site.origin, registrationPath, body);
  const mailTo = (address: string) => eventually(() => smtp.to(address)[0]);
  const rowOf = async (reference: string | undefined) =>
    (await site.read(`select * from registrations where reference = '${reference}'`))[0];

  async function confirmLink(address: string): Promise<string> {
    const url = /http\S*\/register\/confirm\?token=\S+/.exec((await mailTo(address)).text ?? '')?.[0];
    const { pathname, search } = new URL(url ?? 'http://none/');
    return site.origin + pathname + search;
  }

  async function receiptOf({ headers }: { headers: Headers }): Promise<string> {
    const path = /^<([^>]+)>; rel="status"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    return (await (await fetch(site.origin + path)).text()).replaceAll(/\s+/g, ' ');
  }

  test('a stranger who registers first with a student’s number does not block the student', async () => {
    const [own, strange] = [newAddress(), newAddress()];
    // No token in an email contains é or ë, so a match can only be one of these names.
    const body = registration({ givenName: 'Zoë', email: own, note: 'I use a wheelchair.' });
    const stranger = {
      ...registration({ givenName: 'Mél', familyName: 'Ory', email: strange }),
      studentNumber: body.studentNumber,
    };

    const first = await register(stranger);
    const second = await register(body);
    const repeat = await register({ ...body, email: own.toUpperCase() });

    expect([second.status, Object.keys(second.body)]).toEqual([first.status, Object.keys(first.body)]);
    expect([...second.headers.keys()]).toEqual([...first.headers.keys()]);
    expect(second.body.reference).not.toBe(first.body.reference);
    expect(repeat.body.reference).toBe(second.body.reference);
    expect(await rowOf(second.body.reference)).toMatchObject({ email: own, note: 'I use a wheelchair.' });
    expect(await rowOf(first.body.reference)).toMatchObject({ email: strange, given_name: 'Mél' });
    const [ownMail, strangeMail] = [await mailTo(own), await mailTo(strange)];
    expect(ownMail.text).toContain(second.body.reference);
    expect(ownMail.text).not.toMatch(new RegExp(`${strange}|Mél|${first.body.reference}`));
    expect(strangeMail.text).not.toMatch(new RegExp(`${own}|Zoë|${second.body.reference}`));
    for (const answer of [first, second]) {
      expect(await receiptOf(answer)).not.toMatch(new RegExp(`${own}|${strange}|Mél|wheelchair`));
    }
  });

  test('only the button on the page of its link confirms a registration', async () => {
    const email = newAddress();
    const { body } = await register(registration({ email }));
    const link = await confirmLink(email);
    const confirmedAt = async () => (await rowOf(body.reference))?.['confirmed_at'];

    for (let opened = 0; opened < 3; opened += 1) expect((await fetch(link)).status).toBe(200);
    const foreign = await postForm(link, {}, { headers: { Origin: 'https://evil.example' } });
    const forged = await postForm(`${site.origin}/register/confirm?token=forged`, {});
    expect([foreign.status, forged.status, await confirmedAt()]).toEqual([403, 400, null]);
    const pressed = await postForm(link, {});
    const at = await confirmedAt();
    const again = await postForm(link, {});

    expect([pressed.status, again.status]).toEqual([200, 200]);
    expect(await pressed.text()).toMatch(new RegExp(`${body.reference} is confirmed.*${oneCourse}`, 's'));
    expect(Number(at)).toBeGreaterThan(0);
    expect(await confirmedAt()).toBe(at);
  });

  test('staff see the differences of a conflict and keep one registration with one action', async () => {
    const [own, strange] = [newAddress(), newAddress()];
    const body = registration({ givenName: 'Zoë', email: own });
    const first = await register({ ...body, givenName: 'Mél', email: strange });
    const second = await register(body);
    const [stranger = '', student = ''] = [first.body.reference, second.body.reference];
    const path = `/staff/registrations/${student}`;

    const list = await (await staff.get('/staff/registrations?email=conflict', 'registrar')).text();
    const detail = await (await staff.get(path, 'registrar')).text();
    const file = await (
      await staff.get(`/staff/registrations.csv?q=${own}`, 'registrar', { 'Sec-Fetch-Site': 'same-origin' })
    ).text();

    for (const reference of [stranger, student]) expect(list).toContain(`/staff/registrations/${reference}"`);
    expect(list).toMatch(/class="badge"[^>]*>\s*Conflict/);
    expect(list).toMatch(/class="badge"[^>]*>\s*Not confirmed/);
    for (const text of [own, strange, 'Mél', 'Zoë', 'Keep this one']) expect(detail).toContain(text);
    expect(detail).not.toMatch(/<th scope="row">(Courses|Family name)/);
    expect(file).toMatch(/Email confirmed,In conflict,Decisions,Groups asked for\r\n.*,No,Yes,,\r\n$/s);

    const form = await staff.openForm('registrar', path);
    const stale = await staff.post(path, { action: 'keep', other: 'R-NONE-NONE' }, form);
    const forged = await staff.post(path, { action: 'keep', other: stranger }, { ...form, token: '' });
    expect([stale.status, forged.status, (await rowOf(stranger))?.['status']]).toEqual([
      400,
      403,
      'requested',
    ]);
    const preview = await staff.post(path, { action: 'preview-keep', other: stranger }, form);
    const [, letters = ''] = (await preview.text()).split('If you keep this one');
    expect(letters).toMatch(
      new RegExp(`To <bdi>[^<]*${strange}.*registrar has withdrawn.*Keep this one`, 's'),
    );
    expect([preview.status, (await rowOf(stranger))?.['status']]).toEqual([200, 'requested']);
    const kept = await staff.post(path, { action: 'keep', other: stranger }, form);

    expect(kept.status).toBe(303);
    expect((await rowOf(stranger))?.['status']).toBe('withdrawn');
    expect((await rowOf(student))?.['status']).toBe('requested');
    const active = await site.read(
      `select active from registration_courses join registrations on id = registration_id
        where reference = '${stranger}'`,
    );
    expect(active).toEqual([{ active: 0 }]);
    const lines = await site.read(`select * from staff_log where action = 'registration-kept'`);
    expect(lines).toMatchObject([{ subject: student, facts: JSON.stringify({ withdrawn: stranger }) }]);
    const mail = await eventually(() =>
      smtp.to(strange).find(({ text }) => text?.includes('registrar has withdrawn')),
    );
    expect(mail.text).not.toMatch(new RegExp(`${own}|Zoë|${student}`));
    expect(smtp.to(own)).toHaveLength(1);
    const withdrawn = await (await staff.get(`/staff/registrations/${stranger}`, 'registrar')).text();
    expect(withdrawn).not.toContain('Keep this one');
  });
});
