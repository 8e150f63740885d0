import { expect, test } from 'vitest';
import { createCatalogue } from '#lib/forms/catalogue.ts';
import { courseFacts } from '#lib/forms/course-details.ts';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { createRegistrationLetters } from './registration-letters.ts';
import { createSignupLetters } from './signup-letters.ts';

const catalogue = createCatalogue(catalogueData, openDay);
const term = catalogueData.terms[0]!;
const facts = {
  reference: 'R-7K3M-9QXD',
  givenName: '<b>Ines</b>',
  familyName: 'O’Neill & "Co"',
  email: 'ines@example.org',
  term,
  courses: ['SOIL201', 'HYDR301', 'LAND401'].map((code) => courseFacts(code, term, { catalogue })),
  answers: [{ name: 'note', label: 'Note', text: '<script>alert(1)</script>\n=1+1', isLong: true }],
  waiting: ['HYDR301'],
  withdrawToken: 'a.b.c',
};

test('the receipt says when and where each course meets and what it costs, and until when it can be withdrawn', () => {
  const [receipt] = createRegistrationLetters(letterSettings).accepted(facts);

  expect(receipt?.to.address).toBe('ines@example.org');
  for (const block of [
    'SOIL201 Course SOIL201\nDays and times: Mondays 09:00 to 11:00\nStarts: 11 January 2027\nPlace: Online\nFee: £400\n',
    'HYDR301 Course HYDR301\nSeat: On the waiting list\nDays and times: Mondays 10:30 to 12:00\n',
    'Group 1: Mondays 09:30 to 10:30, from 11 January 2027. Online\nGroup 2: Fridays 09:30 to 10:30, ',
    'Your registration\nReference: R-7K3M-9QXD\nTerm: Spring 2027, 11 January 2027 to 2 April 2027\nWithdraw until: 5 January 2027\n',
    'HYDR301 builds on HYDR201.',
    'Withdraw this registration:\nhttps://larkmoor.example/register/withdraw?token=a.b.c\n',
  ])
    expect(receipt?.text).toContain(block);
});

test('the email about seats says until when and how the registration can be withdrawn, while that is possible', () => {
  const { placed, placedByRegistrar } = createRegistrationLetters(letterSettings);

  for (const mail of [placed(facts)[0], placedByRegistrar(facts)]) {
    expect(mail?.text).toContain('\nWithdraw until: 5 January 2027\n');
    expect(mail?.text).toContain('Withdraw this registration:\nhttps://larkmoor.example/register/withdraw?');
  }
  expect(placedByRegistrar({ ...facts, withdrawToken: undefined }).text).not.toContain('Withdraw');
});

test('an email to the registrar has a button to the staff page of the registration, if staff can sign in', () => {
  const office = { ...letterSettings, registrarEmail: 'registrar@larkmoor.example' };
  const noticeWith = (settings: typeof office) =>
    createRegistrationLetters(settings).accepted(facts)[1]?.text ?? '';
  const page = 'https://larkmoor.example/staff/registrations/R-7K3M-9QXD\n';

  expect(noticeWith(office)).toContain(page);
  expect(noticeWith({ ...office, staffPathOf: undefined })).not.toContain('/staff');
});

test('letters have the words of the institute for their occasion, and all to people outside have its closing words', () => {
  const words = {
    closing: 'With good wishes',
    registration: 'You pay nothing yet.',
    place: 'Your invoice comes by email.',
    waiting: 'Most people get a seat.',
    refused: 'Ring us about other courses.',
  };
  const { accepted, decided } = createRegistrationLetters({
    ...letterSettings,
    registrarEmail: 'registrar@larkmoor.example',
    words,
  });
  const decide = (decision: 'place' | 'waiting' | 'refused') => {
    const outcome = [{ course: 'SOIL201', decision, reason: '' }];
    return decided({ ...facts, outcome, others: [], registerUntil: undefined }).text;
  };

  const [receipt, notice] = accepted(facts);

  expect(receipt?.text).toContain('\n\nYou pay nothing yet.\n\n');
  expect(receipt?.text).toMatch(/\n\nWith good wishes\nLarkmoor\nhello@larkmoor\.example\n$/);
  expect(notice?.text).not.toContain('With good wishes');
  for (const occasion of ['place', 'waiting', 'refused'] as const) {
    const found = Object.values(words).filter((each) => decide(occasion).includes(each));
    expect(found).toEqual([words.closing, words[occasion]]);
  }
});

test('user input is escaped in HTML', () => {
  const mails = createRegistrationLetters({
    ...letterSettings,
    registrarEmail: 'registrar@larkmoor.example',
  }).accepted(facts);

  expect(mails).toHaveLength(2);
  for (const { html } of mails) expect(html).not.toMatch(/<b>|<script|"Co"/);
  expect(mails[1]?.text).toContain(facts.answers[0]?.text);
  expect(mails[1]?.replyTo?.address).toBe('ines@example.org');
});

test('every newsletter email has a one-click unsubscribe', () => {
  const letters = createSignupLetters(letterSettings);
  const signup = { id: 'i', email: 'a@example.org' } as Parameters<typeof letters.confirm>[0];

  for (const mail of [letters.confirm, letters.alreadyConfirmed]) {
    expect(mail(signup, { confirmToken: 'c.c.c', unsubscribeToken: 'u.u.u' }).headers).toEqual({
      'List-Unsubscribe': '<https://larkmoor.example/newsletter/unsubscribe?token=u.u.u>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  }
});
