import type { Term } from '../content/terms.ts';
import type { OutgoingMail } from '../store/outbox.ts';
import { letterHtml, letterText, type Letter } from './letter.ts';

export type LetterSettings = {
  /** Name of the institute. */
  siteName: string;
  /** Public origin, the start of every link. */
  siteUrl: string;
  /** Language tag of the texts. */
  language: string;
  /** Where students can write to. */
  contactEmail: string;
  /** Gets a notice of each registration; undefined: no notice. */
  registrarEmail?: string | undefined;
};

type RegistrationFacts = {
  reference: string;
  studentNumber: string;
  givenName: string;
  familyName: string;
  email: string;
  term: Term;
  courses: readonly { code: string; title: string }[];
};

type AcceptedFacts = RegistrationFacts & {
  note?: string | undefined;
  waiting: readonly string[];
  prerequisites: readonly { code: string; requires: readonly string[] }[];
  withdrawToken: string;
};

export type RegistrationLetters = {
  /** The student's receipt and the registrar's notice. */
  accepted: (facts: AcceptedFacts) => OutgoingMail[];
  /** The registrar's notice and the student's confirmation that a registration was withdrawn. */
  withdrawn: (facts: RegistrationFacts) => OutgoingMail[];
};

export function createRegistrationLetters(settings: LetterSettings): RegistrationLetters {
  return {
    accepted: (facts) => [
      toStudent(facts, settings, {
        kind: 'registration-receipt',
        subject: `We have your registration ${facts.reference}`,
        paragraphs: receiptParagraphs(facts, settings),
      }),
      ...toRegistrar(facts, settings, {
        kind: 'registration-notice',
        subject: `Registration ${facts.reference}, ${facts.term.title}`,
        paragraphs: ['A student has asked for a place.', ...noticeParagraphs(facts)],
      }),
    ],
    withdrawn: (facts) => [
      toStudent(facts, settings, {
        kind: 'withdrawal-receipt',
        subject: `Your registration ${facts.reference} is withdrawn`,
        paragraphs: [
          `You have withdrawn your registration ${facts.reference} for ${facts.term.title}. We have kept no place for you in:`,
          { list: facts.courses.map(({ code, title }) => `${code} ${title}`) },
          'You can register again on the website as long as registration is open.',
        ],
      }),
      ...toRegistrar(facts, settings, {
        kind: 'withdrawal-notice',
        subject: `Withdrawn: ${facts.reference}, ${facts.term.title}`,
        paragraphs: ['A student has withdrawn a registration.', { list: factLines(facts) }],
      }),
    ],
  };
}

type Draft = { kind: string; subject: string; paragraphs: Letter['paragraphs'] };

function receiptParagraphs(facts: AcceptedFacts, settings: LetterSettings): Letter['paragraphs'] {
  const { courses, term, reference, waiting, prerequisites } = facts;
  return [
    `We have received your registration for ${term.title}. Your reference is ${reference}. You have asked for:`,
    {
      list: courses.map(
        ({ code, title }) => `${code} ${title}${waiting.includes(code) ? ' (waiting list)' : ''}`,
      ),
    },
    ...(waiting.length > 0
      ? [`Every seat in ${waiting.join(', ')} was already asked for, so you are on the waiting list there.`]
      : []),
    ...prerequisites.map(
      ({ code, requires }) =>
        `${code} builds on ${requires.join(' and ')}. If you have not taken that yet, talk to us before the term starts.`,
    ),
    'This is a request. The registrar will confirm your places by email.',
    `If you change your mind you can withdraw it until ${term.registrationCloses}:`,
    {
      label: 'Withdraw this registration',
      link: link(settings, `/register/withdraw?token=${facts.withdrawToken}`),
    },
  ];
}

function noticeParagraphs(facts: AcceptedFacts): Letter['paragraphs'] {
  return [
    { list: factLines(facts, facts.waiting) },
    ...(facts.note ? [`The student’s note:\n${facts.note}`] : []),
  ];
}

function factLines(facts: RegistrationFacts, waiting: readonly string[] = []): string[] {
  return [
    `Reference: ${facts.reference}`,
    `Term: ${facts.term.title}`,
    `Student number: ${facts.studentNumber}`,
    `Given name: ${facts.givenName}`,
    `Family name: ${facts.familyName}`,
    `Email: ${facts.email}`,
    ...facts.courses.map(
      ({ code, title }) => `Course: ${code} ${title}${waiting.includes(code) ? ' (waiting list)' : ''}`,
    ),
  ];
}

function toStudent(facts: RegistrationFacts, settings: LetterSettings, draft: Draft): OutgoingMail {
  const letter = {
    greeting: `Dear ${facts.givenName} ${facts.familyName},`,
    paragraphs: draft.paragraphs,
    closing: `${settings.siteName}\n${settings.contactEmail}`,
  };
  return {
    ...mail(facts, letter, { settings, draft }),
    to: { name: `${facts.givenName} ${facts.familyName}`, address: facts.email },
  };
}

function toRegistrar(facts: RegistrationFacts, settings: LetterSettings, draft: Draft): OutgoingMail[] {
  if (!settings.registrarEmail) return [];
  const letter = { greeting: 'To the registrar:', paragraphs: draft.paragraphs, closing: settings.siteName };
  return [
    {
      ...mail(facts, letter, { settings, draft }),
      to: { name: '', address: settings.registrarEmail },
      isForOffice: true,
      replyTo: { name: `${facts.givenName} ${facts.familyName}`, address: facts.email },
    },
  ];
}

function mail(
  { reference }: RegistrationFacts,
  letter: Letter,
  { settings, draft }: { settings: LetterSettings; draft: Draft },
) {
  return {
    kind: draft.kind,
    about: reference,
    subject: draft.subject,
    text: letterText(letter),
    html: letterHtml(letter, settings.language),
  };
}

function link({ siteUrl }: LetterSettings, path: string): string {
  return new URL(path, siteUrl).href;
}
