import type { Answer } from '#lib/forms/answers.ts';
import type { SubmissionForm, SubmissionName } from '#lib/forms/form-definition.ts';
import { submissionMailText as shared, submissionMailTexts } from '#lib/i18n/en/submissions.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import { ownWords, type LetterContent, type Fact, type LetterSettings } from './letter.ts';
import { toOffice, toPerson } from './outgoing-mail.ts';

export type SubmissionFacts = {
  form: SubmissionName;
  reference: string;
  name: string;
  email: string;
  /** The topic, in the site's own words; undefined if none was given. */
  topic: string | undefined;
  /** What the person chose of what is on offer, in the site's own words. */
  chosen: readonly Fact[];
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

/**
 * The emails of applications, enquiries and other such forms. Emails to the person repeat no input except the name,
 * since the address may be someone else's.
 */
export function createSubmissionLetters(settings: Settings): SubmissionLetters {
  const { replies, paths, siteUrl, words } = settings;
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
          yourFacts(facts),
          replies[form],
          ...ownWords(words[form]),
          shared.answers,
          text.withdraw,
          { label: text.withdrawLink, link },
          shared.ignore,
        ],
      };
      return both(facts, { receipt, office: notice(facts) });
    },

    withdrawn(facts) {
      const text = submissionMailTexts[facts.form];
      const receipt = {
        kind: `${facts.form}-withdrawal`,
        subject: text.withdrawnSubject(facts),
        paragraphs: [text.withdrawn(facts), yourFacts(facts), text.sendAgain],
      };
      const office = {
        kind: `${facts.form}-withdrawal-notice`,
        subject: shared.withdrawnNoticeSubject(facts),
        paragraphs: [text.withdrawnNotice, { facts: shortFacts(facts) }],
      };
      return both(facts, { receipt, office });
    },
  };

  function both(
    facts: SubmissionFacts,
    { receipt, office }: Record<'receipt' | 'office', LetterContent>,
  ): OutgoingMail[] {
    const person = { name: facts.name, address: facts.email };
    const about = facts.reference;
    return [
      toPerson(receipt, { about, person, greeting: shared.greeting(facts) }, settings),
      ...toOffice(office, { about, person, greeting: shared.toOffice }, settings),
    ];
  }
}

function notice(facts: SubmissionFacts): LetterContent {
  const text = submissionMailTexts[facts.form];
  return {
    kind: `${facts.form}-notice`,
    subject: text.noticeSubject(facts),
    paragraphs: [
      text.notice,
      { facts: shortFacts(facts) },
      ...facts.answers.filter(({ isLong, text: answer }) => isLong && answer !== '').map(shared.longFact),
    ],
  };
}

function yourFacts({ reference, chosen }: SubmissionFacts) {
  return { facts: [{ label: shared.reference, text: reference }, ...chosen] };
}

function shortFacts({ reference, answers }: SubmissionFacts): Fact[] {
  return [
    { label: shared.reference, text: reference },
    ...answers.filter(({ isLong, text: answer }) => !isLong && answer !== ''),
  ];
}
