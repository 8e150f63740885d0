import { institute } from '#lib/content/current-institute.ts';
import { courseFacts } from '#lib/forms/course-details.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import { createSignupLetters } from '#lib/mail/signup-letters.ts';
import { createSubmissionLetters } from '#lib/mail/submission-letters.ts';
import { showLetter, type ShownLetter } from '#lib/staff/shown-letter.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import { newsletterText, registerText } from '#lib/i18n/en/forms.ts';
import { submissionTexts } from '#lib/i18n/en/submissions.ts';
import { letterSettings } from '#app/letter-settings.ts';
import { application, enquiry } from '#app/site-forms.ts';
import { now, readEditorSettings, siteUrl, terms, today } from './content.ts';
import { readFormLead } from './form-lead.ts';
import { readCatalogue } from './offered-courses.ts';

type LetterName = 'registration' | 'decision' | 'application' | 'enquiry' | 'newsletter';

const person = { givenName: 'Robin', familyName: 'Marsh', email: 'robin.marsh@example.org' };
const name = `${person.givenName} ${person.familyName}`;
/** Stands for a code that only the person gets. */
const token = 'x';

export type LettersDraft = Awaited<ReturnType<typeof readLettersDraft>>;

/** Where the words of the institute stand in the current view: letters to an invented person, and texts above forms. */
export async function readLettersDraft() {
  const { application: apply, enquiry: enquire } = submissionTexts;
  const forms = [
    { name: 'registration', title: registerText.title, usual: registerText.lead({ sendsMail: true }) },
    { name: 'application', title: apply.title, usual: apply.lead },
    { name: 'enquiry', title: enquire.title, usual: enquire.lead },
    { name: 'newsletter', title: newsletterText.title, usual: newsletterText.lead(institute()) },
  ] as const;
  return {
    letters: await readExampleLetters(),
    forms: await Promise.all(
      forms.map(async ({ name: form, title, usual }) => ({ title, lead: await readFormLead(form, usual) })),
    ),
  };
}

/** Letters about courses of the next term. */
async function readExampleLetters(): Promise<{ name: LetterName; letter: ShownLetter }[]> {
  const { letters: words } = await readEditorSettings();
  const settings = letterSettings(institute(), { SITE_URL: siteUrl() }, words);
  const paths = { application: application.form.path, enquiry: enquiry.form.path };
  const registration = createRegistrationLetters(settings);
  const submission = createSubmissionLetters({ ...settings, replies: institute().replies, paths });
  const signup = createSignupLetters(settings);
  const facts = await exampleRegistration();
  const outcome = facts?.courses.map(({ code }, at) => ({
    course: code,
    decision: (['place', 'waiting', 'refused'] as const)[at] ?? null,
    reason: '',
  }));
  const registerUntil = facts?.term.registrationCloses;
  const sent = { reference: 'A-7K3M-9QXD', name, email: person.email, chosen: [], answers: [] };
  const question = { ...sent, reference: 'E-7K3M-9QXD' };
  const letters: { name: LetterName; mail: OutgoingMail | undefined }[] = [
    {
      name: 'registration',
      mail: facts && registration.accepted({ ...facts, waiting: [], confirmToken: token })[0],
    },
    {
      name: 'decision',
      mail: facts && registration.decided({ ...facts, outcome: outcome ?? [], others: [], registerUntil }),
    },
    {
      name: 'application',
      mail: submission.received({ ...sent, form: 'application', topic: undefined, withdrawToken: token })[0],
    },
    {
      name: 'enquiry',
      mail: submission.received({ ...question, form: 'enquiry', topic: undefined, withdrawToken: token })[0],
    },
    {
      name: 'newsletter',
      mail: signup.confirm({ id: '', email: person.email }, { confirmToken: token, unsubscribeToken: token }),
    },
  ];
  return letters.flatMap(({ name: of, mail }) => (mail ? [{ name: of, letter: showLetter(mail) }] : []));
}

/** A registration for up to three courses of the next term; undefined if no course is offered in it. */
async function exampleRegistration() {
  const catalogue = await readCatalogue(now());
  const term = terms().find(({ starts }) => starts > today());
  if (!term) return undefined;
  const offered = catalogue.courses.filter(({ code }) => catalogue.offerings(code, term.id).length > 0);
  const courses = offered.slice(0, 3).map(({ code }) => courseFacts(code, term, { catalogue }));
  if (courses.length === 0) return undefined;
  return { ...person, reference: 'R-7K3M-9QXD', term, courses, answers: [], withdrawToken: token };
}
