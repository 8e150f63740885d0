import { seatHoldHours } from '#lib/content/seat-hold.ts';
import type { Term } from '#lib/content/terms.ts';
import type { OutgoingMail } from '#lib/store/outbox.ts';
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

export type RegistrationFacts = {
  reference: string;
  studentNumber: string;
  givenName: string;
  familyName: string;
  email: string;
  term: Term;
  courses: readonly { code: string; title: string; prerequisites: readonly string[] }[];
};

type AcceptedFacts = RegistrationFacts & {
  note?: string | undefined;
  waiting: readonly string[];
  prerequisites: readonly { code: string; requires: readonly string[] }[];
  /** Undefined once it is confirmed. */
  confirmToken?: string | undefined;
  withdrawToken: string;
};

type PlacedFacts = RegistrationFacts & { waiting: readonly string[] };

export type RegistrationLetters = {
  /** The student's receipt and the registrar's notice. */
  accepted: (facts: AcceptedFacts) => OutgoingMail[];
  /** The registrar's notice and the student's confirmation that a registration was withdrawn. */
  withdrawn: (facts: RegistrationFacts) => OutgoingMail[];
  /** To the student alone, who did not ask for it. It gives no reason: another student may be part of it. */
  withdrawnByRegistrar: (facts: RegistrationFacts) => OutgoingMail;
  /** To student and registrar, after a confirmation that came too late for the seats that were held. */
  placed: (facts: PlacedFacts) => OutgoingMail[];
  /** To the student alone: which seats there are now. */
  placedByRegistrar: (facts: PlacedFacts) => OutgoingMail;
};

export function createRegistrationLetters(settings: LetterSettings): RegistrationLetters {
  return {
    accepted: (facts) => [
      toStudent(facts, settings, {
        kind: 'registration-receipt',
        subject: facts.confirmToken
          ? `Confirm your registration ${facts.reference}`
          : `We have your registration ${facts.reference}`,
        paragraphs: receiptParagraphs(facts, settings),
      }),
      ...toRegistrar(facts, settings, {
        kind: 'registration-notice',
        subject: `Registration ${facts.reference}, ${facts.term.title}`,
        paragraphs: [
          facts.confirmToken
            ? 'A student has asked for a place. The email address is not confirmed yet.'
            : 'A student has asked for a place.',
          ...noticeParagraphs(facts),
        ],
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
    withdrawnByRegistrar: (facts) =>
      toStudent(facts, settings, {
        kind: 'withdrawal-by-registrar',
        subject: `Your registration ${facts.reference} is withdrawn`,
        paragraphs: [
          `The registrar has withdrawn your registration ${facts.reference} for ${facts.term.title}. We hold no seat for you in:`,
          { list: facts.courses.map(({ code, title }) => `${code} ${title}`) },
          'If you think that this is a mistake, write to us and give your reference.',
        ],
      }),
    placed: (facts) => [
      placesLetter(facts, settings, `You have confirmed your registration ${facts.reference}`),
      ...toRegistrar(facts, settings, {
        kind: 'registration-places-notice',
        subject: `Confirmed late: ${facts.reference}, ${facts.term.title}`,
        paragraphs: [
          `A student has confirmed a registration after more than ${seatHoldHours} hours. It has the seats that were free, and is on the waiting list for the rest.`,
          { list: factLines(facts, facts.waiting) },
        ],
      }),
    ],
    placedByRegistrar: (facts) =>
      placesLetter(facts, settings, `Your registration ${facts.reference} has changed`),
  };
}

function placesLetter(facts: PlacedFacts, settings: LetterSettings, subject: string): OutgoingMail {
  return toStudent(facts, settings, {
    kind: 'registration-places',
    subject,
    paragraphs: [
      `Your registration ${facts.reference} for ${facts.term.title} now has:`,
      {
        list: facts.courses.map(
          ({ code, title }) =>
            `${code} ${title}: ${facts.waiting.includes(code) ? 'a place on the waiting list' : 'a seat'}`,
        ),
      },
      'This is a request. The registrar will confirm your places by email.',
    ],
  });
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
    ...confirmParagraphs(facts, settings),
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

function confirmParagraphs({ confirmToken }: AcceptedFacts, settings: LetterSettings): Letter['paragraphs'] {
  if (!confirmToken) return [];
  return [
    `Confirm your registration within ${seatHoldHours} hours of this email. We hold your seats until then:`,
    {
      label: 'Confirm this registration',
      link: link(settings, `/register/confirm?token=${confirmToken}`),
    },
    'You can still confirm later. You then get a seat if one is free, or a place on the waiting list.',
    'If you did not register, do nothing.',
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
