import * as deskLetters from '#app/desk/desk-letters.ts';
import { submissionForms } from '#app/site-forms.ts';
import { createCatalogue } from '#lib/forms/catalogue.ts';
import { courseFacts } from '#lib/forms/course-details.ts';
import { reviewMailText } from '#lib/i18n/en/mails.ts';
import type { LetterSettings } from '#lib/mail/letter.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import { createSignupLetters } from '#lib/mail/signup-letters.ts';
import { createSubmissionLetters } from '#lib/mail/submission-letters.ts';
import { deliverTestMail } from '#lib/mail/test-mail.ts';
import type { ReviewEvent } from '#lib/store/desk/review-mails.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import { catalogueData, openDay } from './catalogue.ts';

const catalogue = createCatalogue(catalogueData, openDay);
const term = catalogueData.terms[0]!;
const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
const answers = [
  { name: 'email', label: 'Email', text: `${long}@students.example.org`, isLong: false },
  { name: 'note', label: 'Note', text: `<b>First</b> line & “second”:\n${long}`, isLong: true },
];
const registration = {
  reference: 'R-7K3M-9QXD',
  givenName: '<b>Ines</b>',
  familyName: 'O’Neill & "Co"',
  email: 'ines@example.org',
  term,
  courses: ['SOIL201', 'HYDR301', 'LAND401', 'GONE999'].map((code) => courseFacts(code, term, { catalogue })),
  answers,
  waiting: ['HYDR301'],
  withdrawToken: 'a.b.c',
  replaces: 'R-2222-2222',
  outcome: [
    { course: 'SOIL201', decision: 'place' as const, reason: 'Bring boots.' },
    { course: 'HYDR301', decision: 'waiting' as const, reason: '' },
    { course: 'LAND401', decision: 'refused' as const, reason: 'It is for the diploma only.' },
  ],
  others: [
    {
      reference: 'R-3333-3333',
      courses: [{ code: 'MAPS101', title: 'Course MAPS101', decision: 'place' as const }],
    },
  ],
  registerUntil: term.registrationCloses,
};
const submission = {
  reference: 'A-7K3M-9QXD',
  name: 'Zoë <i>Łukaszewicz</i>',
  email: 'zoe@example.org',
  topic: 'Diploma in Soils',
  chosen: [{ label: 'Programme', text: 'Diploma in Soils' }],
  answers,
  withdrawToken: 'a.b.c',
};
const changes = {
  id: '7',
  title: `New\nfees & <prices> ${long}`,
  by: 'Bob',
  path: `pages/${long}.mdx`,
  text: 'Say <why>.',
  comments: [
    {
      path: 'pages/fees.mdx',
      quote: 'fee: <720>',
      text: 'Whose <fees>?',
      by_email: 'c@d.example',
      by_name: '',
    },
  ],
  publishAt: 0,
  to: { email: 'ann@larkmoor.example', name: 'Ann' },
  reviewer: { email: 'ann@larkmoor.example', name: '' },
};
const sentence = `With <b>${long}</b>,\nand “more”.`;
const words = {
  closing: 'With good wishes',
  ...Object.fromEntries(
    ['registration', 'place', 'waiting', 'refused', 'application', 'enquiry', 'newsletter'].map((name) => [
      name,
      sentence,
    ]),
  ),
};
const person = { id: 'i', email: 'a@example.org' } as Parameters<
  ReturnType<typeof createSignupLetters>['confirm']
>[0];

/** Creates emails of every kind, by calling every function that creates one, with all its optional parts. */
export async function createEveryLetter(given: LetterSettings): Promise<OutgoingMail[]> {
  const settings = { ...given, registrarEmail: 'registrar@larkmoor.example', words };
  const replies = { application: 'You hear from us in ten days.', enquiry: 'We answer in three days.' };
  const paths = { application: '/apply', enquiry: '/enquire' } as const;
  const events = Object.keys(reviewMailText.subjects) as ReviewEvent[];
  return [
    ...Object.values(createRegistrationLetters(settings)).flatMap((create) => [
      create({ ...registration, confirmToken: 'a.b.c' }),
      create(registration),
    ]),
    ...Object.values(createSubmissionLetters({ ...settings, replies, paths })).flatMap((create) =>
      submissionForms.map(({ name: form }) => create({ ...submission, form })),
    ),
    ...Object.values(createSignupLetters(settings)).map((create) =>
      create(person, { confirmToken: 'c.c.c', unsubscribeToken: 'u.u.u' }),
    ),
    ...Object.values(deskLetters).flatMap((createLetter) =>
      events.map((event) =>
        createLetter(() => settings)({
          ...changes,
          event,
          decision: event === 'returned' ? event : 'approved',
        }),
      ),
    ),
    await createTestMail(settings),
  ].flat();
}

async function createTestMail(settings: LetterSettings): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  await deliverTestMail({
    to: 'ann@example.org',
    from: 'Larkmoor <office@larkmoor.example>',
    settings,
    transport: { send: async (mail) => void sent.push(mail), close: () => undefined },
  });
  return sent;
}
