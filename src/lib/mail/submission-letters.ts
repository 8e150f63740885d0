import type { Answer } from '#lib/forms/answers.ts';
import type { SubmissionForm, SubmissionName } from '#lib/forms/form-definition.ts';
import { submissionMailText as shared, submissionMailTexts } from '#lib/i18n/en/submissions.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import { createOutgoingMail, type Letter, type LetterSettings } from './letter.ts';

export type SubmissionFacts = {
  form: SubmissionName;
  reference: string;
  name: string;
  email: string;
  /** The topic, in the site's own words; undefined if none was given. */
  topic: string | undefined;
  /** Shown to the office. */
  answers: readonly Answer[];
};

type Settings = LetterSettings & {
  /** When the institute will reply, by form. */
  replies: Readonly<Record<SubmissionName, string>>;
  paths: Readonly<Record<SubmissionName, SubmissionForm['path']>>;
};

export type SubmissionLetters = {
  /** The person's receipt first, then the office's notice. */
  received: (facts: SubmissionFacts & { withdrawToken: string }) => OutgoingMail[];
  /** To the person and the office. */
  withdrawn: (facts: SubmissionFacts) => OutgoingMail[];
};

type Draft = { kind: string; subject: string; paragraphs: Letter['paragraphs'] };

/**
 * The emails of applications, enquiries and other such forms. Emails to the person repeat no input except the name,
 * since the address may be someone else's.
 */
export function createSubmissionLetters(settings: Settings): SubmissionLetters {
  const { replies, paths, siteUrl } = settings;
  return {
    received(facts) {
      const { form, withdrawToken } = facts;
      const text = submissionMailTexts[form];
      const link = new URL(`${paths[form]}/withdraw?token=${withdrawToken}`, siteUrl).href;
      const receipt = {
        kind: `${form}-receipt`,
        subject: text.receiptSubject(facts),
        paragraphs: [
          text.received(facts),
          replies[form],
          shared.answers,
          text.withdraw,
          { label: text.withdrawLink, link },
          shared.ignore,
        ],
      };
      return [toPerson(facts, receipt), ...toOffice(facts, { ...notice(facts), kind: `${form}-notice` })];
    },

    withdrawn(facts) {
      const text = submissionMailTexts[facts.form];
      const receipt = {
        kind: `${facts.form}-withdrawal`,
        subject: text.withdrawnSubject(facts),
        paragraphs: [text.withdrawn(facts), text.sendAgain],
      };
      const office = {
        kind: `${facts.form}-withdrawal-notice`,
        subject: shared.withdrawnNoticeSubject(facts),
        paragraphs: [text.withdrawnNotice, { list: shortFacts(facts) }],
      };
      return [toPerson(facts, receipt), ...toOffice(facts, office)];
    },
  };

  function toPerson(facts: SubmissionFacts, draft: Draft): OutgoingMail {
    const letter = {
      greeting: shared.greeting(facts),
      paragraphs: draft.paragraphs,
      closing: `${settings.siteName}\n${settings.contactEmail}`,
    };
    return {
      ...createOutgoingMail(letter, { about: facts.reference, draft, settings }),
      to: personOf(facts),
    };
  }

  function toOffice(facts: SubmissionFacts, draft: Draft): OutgoingMail[] {
    if (!settings.registrarEmail) return [];
    const letter = {
      greeting: shared.toOffice,
      paragraphs: draft.paragraphs,
      closing: settings.siteName,
    };
    return [
      {
        ...createOutgoingMail(letter, { about: facts.reference, draft, settings }),
        to: { name: '', address: settings.registrarEmail },
        isForOffice: true,
        replyTo: personOf(facts),
      },
    ];
  }
}

function notice(facts: SubmissionFacts) {
  const text = submissionMailTexts[facts.form];
  return {
    subject: text.noticeSubject(facts),
    paragraphs: [
      text.notice,
      { list: shortFacts(facts) },
      ...facts.answers.filter(({ isLong, text: answer }) => isLong && answer !== '').map(shared.longFact),
    ],
  };
}

function shortFacts({ reference, answers }: SubmissionFacts): string[] {
  return [
    shared.fact({ label: shared.reference, text: reference }),
    ...answers.filter(({ isLong, text: answer }) => !isLong && answer !== '').map(shared.fact),
  ];
}

function personOf({ name, email }: SubmissionFacts) {
  return { name, address: email };
}
