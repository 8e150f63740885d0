import { expect, test } from 'vitest';
import { catalogueData } from '#test/stand-ins/catalogue.ts';
import { createRegistrationLetters } from './registration-letters.ts';
import { createSignupLetters } from './signup-letters.ts';

const settings = {
  siteName: 'Larkmoor',
  siteUrl: 'https://larkmoor.example',
  language: 'en',
  contactEmail: 'hello@larkmoor.example',
};
const facts = {
  reference: 'R-7K3M-9QXD',
  givenName: '<b>Ines</b>',
  familyName: 'O’Neill & "Co"',
  email: 'ines@example.org',
  term: catalogueData.terms[0]!,
  courses: catalogueData.courses.filter(({ code }) => ['SOIL201', 'HYDR301'].includes(code)),
  answers: [{ name: 'note', label: 'Note', text: '<script>alert(1)</script>\n=1+1', isLong: true }],
  waiting: ['HYDR301'],
  withdrawToken: 'a.b.c',
};

test('the receipt has reference, courses, waiting list, prerequisites and a link to withdraw', () => {
  const [receipt] = createRegistrationLetters(settings).accepted(facts);

  expect(receipt?.to.address).toBe('ines@example.org');
  for (const body of [receipt?.text, receipt?.html]) {
    expect(body).toContain('R-7K3M-9QXD');
    expect(body).toMatch(/HYDR301 .*waiting list/);
    expect(body).toContain('HYDR201');
    expect(body).toMatch(/until \d+ \w+ 20\d\d:/);
    expect(body).toContain('https://larkmoor.example/register/withdraw?token=a.b.c');
  }
});

test('user input is escaped in HTML', () => {
  const mails = createRegistrationLetters({
    ...settings,
    registrarEmail: 'registrar@larkmoor.example',
  }).accepted(facts);

  expect(mails).toHaveLength(2);
  for (const { html } of mails) expect(html).not.toMatch(/<b>|<script|"Co"/);
  expect(mails[1]?.text).toContain(facts.answers[0]?.text);
  expect(mails[1]?.replyTo?.address).toBe('ines@example.org');
});

test('every newsletter email has a one-click unsubscribe', () => {
  const letters = createSignupLetters(settings);
  const signup = { id: 'i', email: 'a@example.org' } as Parameters<typeof letters.confirm>[0];

  for (const mail of [letters.confirm, letters.alreadyConfirmed]) {
    expect(mail(signup, { confirmToken: 'c.c.c', unsubscribeToken: 'u.u.u' }).headers).toEqual({
      'List-Unsubscribe': '<https://larkmoor.example/newsletter/unsubscribe?token=u.u.u>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  }
});
