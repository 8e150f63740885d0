import { formatMoment } from '#lib/content/formats.ts';
import { reviewMailText, takenBackText as text } from '#lib/i18n/en/mails.ts';
import type { ReviewMails } from '#lib/store/desk/review-mails.ts';
import type { TakenBackLetter } from '#lib/store/desk/take-back.ts';
import { createOutgoingMail, type LetterSettings } from '#lib/mail/letter.ts';

/** Creates the email to a reviewer whose decision is void because the reviewed content was changed. */
export function createTakenBackLetter(readSettings: () => LetterSettings): TakenBackLetter {
  return ({ id, reviewer, ...facts }) => {
    const settings = readSettings();
    // A title is user input, but a subject is a single line.
    const title = facts.title.replaceAll(/\s+/g, ' ');
    const link = new URL(`/staff/content/changes/${id}`, settings.siteUrl).href;
    const letter = {
      greeting: text.greeting(reviewer),
      paragraphs: [text[facts.decision]({ ...facts, title }), text.next, { label: text.link, link }],
      closing: settings.siteName,
    };
    const draft = { kind: 'changes-reopened', subject: text.subject({ title }) };
    return {
      ...createOutgoingMail(letter, { about: id, draft, settings }),
      to: { name: reviewer.name, address: reviewer.email },
    };
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
      greeting: text.greeting(to),
      paragraphs: [
        reviewMailText.sentences[event]({ title, by, at }),
        ...(message === '' ? [] : [message]),
        ...(comments.length === 0 ? [] : [{ list: comments.map(reviewMailText.comment) }]),
        { label: reviewMailText.link, link: address(`/staff/content/changes/${id}`) },
        { label: reviewMailText.turnOff, link: address('/staff/content/changes#emails') },
      ],
      closing: settings.siteName,
    };
    const draft = { kind: `changes-${event}`, subject: reviewMailText.subjects[event](title) };
    return {
      ...createOutgoingMail(letter, { about: id, draft, settings }),
      to: { name: to.name, address: to.email },
    };
  };
}
