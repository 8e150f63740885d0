import { formatDay } from '#lib/content/formats.ts';
import { seatHoldHours } from '#lib/content/seat-hold.ts';
import {
  receiptText,
  registrationMailText as text,
  registrationNoticeText,
  seatsMailText,
  withdrawalMailText,
} from '#lib/i18n/en/mails.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import { decision, othersList, type DecidedFacts } from './decision-letter.ts';
import { createOutgoingMail, type LetterSettings } from './letter.ts';
import type { Draft, OtherFacts, Paragraphs, RegistrationFacts } from './registration-facts.ts';

type AcceptedFacts = RegistrationFacts & {
  waiting: readonly string[];
  /** Undefined once the registration is confirmed. */
  confirmToken?: string | undefined;
  withdrawToken: string;
  /** The reference of the registration whose mistyped address this one corrects. */
  replaces?: string | undefined;
};

type PlacedFacts = RegistrationFacts & { waiting: readonly string[] };

type WithdrawnFacts = RegistrationFacts & { others: readonly OtherFacts[] };

export type RegistrationLetters = {
  /** The student's receipt and the registrar's notice. */
  accepted: (facts: AcceptedFacts) => OutgoingMail[];
  /** To student and registrar. */
  withdrawn: (facts: WithdrawnFacts) => OutgoingMail[];
  /** To the student. Gives no reason, because another student may be involved. */
  withdrawnByRegistrar: (facts: RegistrationFacts) => OutgoingMail;
  /** To student and registrar, after a confirmation that was too late for the held seats. */
  placed: (facts: PlacedFacts) => OutgoingMail[];
  /** To the student, with what the registrar decided. */
  decided: (facts: DecidedFacts) => OutgoingMail;
  /** To the student, with the seats that the registration has now. */
  placedByRegistrar: (facts: PlacedFacts) => OutgoingMail;
};

export function createRegistrationLetters(settings: LetterSettings): RegistrationLetters {
  return {
    accepted: (facts) => [
      toStudent(facts, settings, receipt(facts, settings)),
      ...toRegistrar(facts, settings, {
        kind: 'registration-notice',
        subject: registrationNoticeText.subject(facts),
        paragraphs: [
          facts.confirmToken ? registrationNoticeText.receivedUnconfirmed : registrationNoticeText.received,
          ...(facts.replaces === undefined
            ? []
            : [registrationNoticeText.replaces({ reference: facts.replaces })]),
          { list: factLines(facts, facts.waiting) },
          ...facts.answers.filter(({ isLong, text: answer }) => isLong && answer !== '').map(text.longFact),
        ],
      }),
    ],
    withdrawn: (facts) => [
      toStudent(facts, settings, {
        kind: 'withdrawal-receipt',
        subject: withdrawalMailText.subject(facts),
        paragraphs: [
          withdrawalMailText.byStudent(facts),
          courseList(facts),
          ...othersList(facts.others),
          withdrawalMailText.registerAgain,
        ],
      }),
      ...toRegistrar(facts, settings, {
        kind: 'withdrawal-notice',
        subject: withdrawalMailText.noticeSubject(facts),
        paragraphs: [withdrawalMailText.notice, { list: factLines(facts) }],
      }),
    ],
    withdrawnByRegistrar: (facts) =>
      toStudent(facts, settings, {
        kind: 'withdrawal-by-registrar',
        subject: withdrawalMailText.subject(facts),
        paragraphs: [withdrawalMailText.byRegistrar(facts), courseList(facts), withdrawalMailText.mistake],
      }),
    placed: (facts) => [
      toStudent(facts, settings, seats(facts, seatsMailText.subjectConfirmed(facts))),
      ...toRegistrar(facts, settings, {
        kind: 'registration-places-notice',
        subject: seatsMailText.noticeSubject(facts),
        paragraphs: [
          seatsMailText.notice({ hours: seatHoldHours }),
          { list: factLines(facts, facts.waiting) },
        ],
      }),
    ],
    decided: (facts) => toStudent(facts, settings, decision(facts, settings)),
    placedByRegistrar: (facts) =>
      toStudent(facts, settings, seats(facts, seatsMailText.subjectChanged(facts))),
  };
}

function receipt(facts: AcceptedFacts, { siteUrl }: LetterSettings): Draft {
  const { confirmToken, courses, term, waiting, withdrawToken } = facts;
  const link = (path: string, token: string) => new URL(`${path}?token=${token}`, siteUrl).href;
  const confirmation: Paragraphs = confirmToken
    ? [
        receiptText.confirm({ hours: seatHoldHours }),
        { label: receiptText.confirmLink, link: link('/register/confirm', confirmToken) },
        receiptText.confirmLate,
        receiptText.ignore,
      ]
    : [];
  return {
    kind: 'registration-receipt',
    subject: confirmToken ? receiptText.subjectToConfirm(facts) : receiptText.subject(facts),
    paragraphs: [
      receiptText.received(facts),
      courseList(facts, waiting),
      ...confirmation,
      ...(waiting.length > 0 ? [receiptText.waiting({ courses: waiting })] : []),
      ...courses
        .filter(({ prerequisites }) => prerequisites.length > 0)
        .map(({ code, prerequisites }) => receiptText.prerequisites({ code, requires: prerequisites })),
      text.isRequest,
      receiptText.withdraw({ until: formatDay(term.registrationCloses) }),
      { label: receiptText.withdrawLink, link: link('/register/withdraw', withdrawToken) },
    ],
  };
}

function seats(facts: PlacedFacts, subject: string): Draft {
  const { courses, waiting } = facts;
  const list = courses.map((course) =>
    seatsMailText.course({ ...course, isWaiting: waiting.includes(course.code) }),
  );
  return {
    kind: 'registration-places',
    subject,
    paragraphs: [seatsMailText.now(facts), { list }, text.isRequest],
  };
}

function courseList({ courses }: RegistrationFacts, waiting: readonly string[] = []) {
  return {
    list: courses.map((course) => text.course({ ...course, isWaiting: waiting.includes(course.code) })),
  };
}

function factLines(facts: RegistrationFacts, waiting?: readonly string[]): string[] {
  const { reference, term, answers } = facts;
  return [
    text.fact({ label: text.labels.reference, text: reference }),
    text.fact({ label: text.labels.term, text: term.title }),
    ...answers.filter(({ isLong, text: answer }) => !isLong && answer !== '').map(text.fact),
    ...courseList(facts, waiting).list.map((course) =>
      text.fact({ label: text.labels.course, text: course }),
    ),
  ];
}

function toStudent(facts: RegistrationFacts, settings: LetterSettings, draft: Draft): OutgoingMail {
  const letter = {
    greeting: text.toStudent(facts),
    paragraphs: draft.paragraphs,
    closing: `${settings.siteName}\n${settings.contactEmail}`,
  };
  return { ...createOutgoingMail(letter, { about: facts.reference, draft, settings }), to: studentOf(facts) };
}

function toRegistrar(facts: RegistrationFacts, settings: LetterSettings, draft: Draft): OutgoingMail[] {
  if (!settings.registrarEmail) return [];
  const letter = { greeting: text.toRegistrar, paragraphs: draft.paragraphs, closing: settings.siteName };
  return [
    {
      ...createOutgoingMail(letter, { about: facts.reference, draft, settings }),
      to: { name: '', address: settings.registrarEmail },
      isForOffice: true,
      replyTo: studentOf(facts),
    },
  ];
}

function studentOf({ givenName, familyName, email }: RegistrationFacts) {
  return { name: `${givenName} ${familyName}`, address: email };
}
