import { seatHoldHours } from '#lib/base/seat-hold.ts';
import {
  receiptText,
  registrationMailText as text,
  registrationNoticeText,
  seatsMailText,
  withdrawalMailText,
} from '#lib/i18n/en/mails.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import { decision, listOthers, type DecidedFacts } from './decision-letter.ts';
import { ownWords, type LetterContent, type Fact, type LetterSettings, type Paragraphs } from './letter.ts';
import { toOffice, toPerson } from './outgoing-mail.ts';
import {
  listCourses,
  listRegistration,
  withdrawLink,
  yourRegistration,
  type OtherFacts,
  type RegistrationFacts,
  type StandingOf,
} from './registration-facts.ts';

type AcceptedFacts = RegistrationFacts & {
  waiting: readonly string[];
  /** Undefined once the registration is confirmed. */
  confirmToken?: string | undefined;
  withdrawToken: string;
  /** The reference of the registration whose mistyped address this one corrects. */
  replaces?: string | undefined;
};

type PlacedFacts = RegistrationFacts & {
  waiting: readonly string[];
  /** Undefined once registration for the term is closed. */
  withdrawToken: string | undefined;
};

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
  const toStudent = (facts: RegistrationFacts, content: LetterContent) =>
    toPerson(content, { ...addressOf(facts), greeting: text.toStudent(facts) }, settings);
  const toRegistrar = (facts: RegistrationFacts, content: LetterContent) =>
    toOffice(content, { ...addressOf(facts), greeting: text.toRegistrar }, settings);

  return {
    accepted: (facts) => [
      toStudent(facts, receipt(facts, settings)),
      ...toRegistrar(facts, {
        kind: 'registration-notice',
        subject: registrationNoticeText.subject(facts),
        paragraphs: [
          facts.confirmToken ? registrationNoticeText.receivedUnconfirmed : registrationNoticeText.received,
          ...(facts.replaces === undefined
            ? []
            : [registrationNoticeText.replaces({ reference: facts.replaces })]),
          factsForOffice(facts),
          ...facts.answers.filter(({ isLong, text: answer }) => isLong && answer !== '').map(text.longFact),
          ...listCourses(facts, seatIn(facts.waiting)),
        ],
      }),
    ],
    withdrawn: (facts) => [
      toStudent(facts, {
        kind: 'withdrawal-receipt',
        subject: withdrawalMailText.subject(facts),
        paragraphs: [
          withdrawalMailText.byStudent(facts),
          ...listCourses(facts),
          yourRegistration(facts),
          ...listOthers(facts.others),
          withdrawalMailText.registerAgain,
        ],
      }),
      ...toRegistrar(facts, {
        kind: 'withdrawal-notice',
        subject: withdrawalMailText.noticeSubject(facts),
        paragraphs: [withdrawalMailText.notice, factsForOffice(facts), ...listCourses(facts)],
      }),
    ],
    withdrawnByRegistrar: (facts) =>
      toStudent(facts, {
        kind: 'withdrawal-by-registrar',
        subject: withdrawalMailText.subject(facts),
        paragraphs: [
          withdrawalMailText.byRegistrar(facts),
          ...listCourses(facts),
          yourRegistration(facts),
          withdrawalMailText.mistake,
        ],
      }),
    placed: (facts) => [
      toStudent(facts, seats(facts, seatsMailText.subjectConfirmed(facts), settings)),
      ...toRegistrar(facts, {
        kind: 'registration-places-notice',
        subject: seatsMailText.noticeSubject(facts),
        paragraphs: [
          seatsMailText.notice({ hours: seatHoldHours }),
          factsForOffice(facts),
          ...listCourses(facts, seatIn(facts.waiting, text.seat.held)),
        ],
      }),
    ],
    decided: (facts) => toStudent(facts, decision(facts, settings)),
    placedByRegistrar: (facts) =>
      toStudent(facts, seats(facts, seatsMailText.subjectChanged(facts), settings)),
  };
}

function receipt(facts: AcceptedFacts, settings: LetterSettings): LetterContent {
  const { confirmToken, courses, term, waiting, withdrawToken } = facts;
  const confirmation: Paragraphs = confirmToken
    ? [
        receiptText.confirm({ hours: seatHoldHours }),
        {
          label: receiptText.confirmLink,
          button: new URL(`/register/confirm?token=${confirmToken}`, settings.siteUrl).href,
        },
        receiptText.confirmLate,
        receiptText.ignore,
      ]
    : [];
  return {
    kind: 'registration-receipt',
    subject: confirmToken ? receiptText.subjectToConfirm(facts) : receiptText.subject(facts),
    paragraphs: [
      receiptText.received(facts),
      ...confirmation,
      receiptText.asked,
      ...listCourses(facts, seatIn(waiting)),
      yourRegistration(facts, term.registrationCloses),
      ...(waiting.length > 0 ? [receiptText.waiting({ courses: waiting })] : []),
      ...courses
        .filter(({ prerequisites }) => prerequisites.length > 0)
        .map(({ code, prerequisites }) => receiptText.prerequisites({ code, requires: prerequisites })),
      text.isRequest,
      ...ownWords(settings.words.registration),
      withdrawLink(withdrawToken, settings),
    ],
  };
}

function seats(facts: PlacedFacts, subject: string, settings: LetterSettings): LetterContent {
  const { term, withdrawToken } = facts;
  return {
    kind: 'registration-places',
    subject,
    paragraphs: [
      seatsMailText.now(facts),
      ...listCourses(facts, seatIn(facts.waiting, text.seat.held)),
      yourRegistration(facts, withdrawToken && term.registrationCloses),
      text.isRequest,
      ...(withdrawToken ? [withdrawLink(withdrawToken, settings)] : []),
    ],
  };
}

/** @param held says that a course has a seat; by default, only the waiting list is mentioned */
function seatIn(waiting: readonly string[], held = ''): StandingOf {
  return (code) => {
    const seat = waiting.includes(code) ? text.seat.waiting : held;
    return seat === '' ? [] : [{ label: text.labels.seat, text: seat }];
  };
}

function factsForOffice(facts: RegistrationFacts): { facts: Fact[] } {
  const answers = facts.answers.filter(({ isLong, text: answer }) => !isLong && answer !== '');
  return { facts: [...listRegistration(facts), ...answers] };
}

function addressOf({ reference, givenName, familyName, email }: RegistrationFacts) {
  return { about: reference, person: { name: `${givenName} ${familyName}`, address: email } };
}
