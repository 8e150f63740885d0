import { formatMoment } from '#lib/content/formats.ts';
import { reviewMailText, takenBackText as text } from '#lib/i18n/en/mails.ts';
import type { ReviewMails } from '#lib/store/desk/review-mails.ts';
import type { TakenBackLetter } from '#lib/store/desk/take-back.ts';
import type { LetterSettings } from '#lib/mail/letter.ts';
import { createOutgoingMail } from '#lib/mail/outgoing-mail.ts';

/** Creates the email to a reviewer whose decision is void because the reviewed content was changed. */
export function createTakenBackLetter(readSettings: () => LetterSettings): TakenBackLetter {
  return ({ id, reviewer, ...facts }) => {
    const settings = readSettings();
    // A title is user input, but a subject is a single line.
    const title = facts.title.replaceAll(/\s+/g, ' ');
    const letter = {
      kind: 'changes-reopened',
      about: id,
      subject: text.subject({ title }),
      greeting: text.greeting(reviewer),
      paragraphs: [
        text[facts.decision]({ ...facts, title }),
        { facts: text.facts({ ...facts, title }) },
        text.next,
        { label: text.link, button: new URL(`/staff/content/changes/${id}`, settings.siteUrl).href },
      ],
      closing: settings.siteName,
    };
    return { ...createOutgoingMail(letter, settings), to: { name: reviewer.name, address: reviewer.email } };
  };
}

/** Creates the emails to reviewers and authors about the review of changes. */
export function createReviewLetter(readSettings: () => LetterSettings): ReviewMails['letter'] {
  return ({ id, event, to, by, text: message, comments, publishAt, ...facts }) => {
    const settings = readSettings();
    const title = facts.title.replaceAll(/\s+/g, ' ');
    const address = (path: string) => new URL(path, settings.siteUrl).href;
    const at = publishAt === null ? '' : formatMoment(publishAt);
    const letter = {
      kind: `changes-${event}`,
      about: id,
      subject: reviewMailText.subjects[event](title),
      greeting: text.greeting(to),
      paragraphs: [
        reviewMailText.sentences[event]({ title, by, at }),
        ...(message === '' ? [] : [message]),
        ...comments.map(reviewMailText.comment),
        { facts: reviewMailText.facts({ title, by, at }) },
        { label: reviewMailText.link, button: address(`/staff/content/changes/${id}`) },
        { label: reviewMailText.turnOff, link: address('/staff/content/changes#emails') },
      ],
      closing: settings.siteName,
    };
    return { ...createOutgoingMail(letter, settings), to: { name: to.name, address: to.email } };
  };
}
