import { takenBackText as text } from '#lib/i18n/en/mails.ts';
import type { TakenBackLetter } from '#lib/store/desk/take-back.ts';
import { createOutgoingMail, type LetterSettings } from './letter.ts';

/** The email to a reviewer whose decision no longer counts, since somebody changed what it was about. */
export function createTakenBackLetter(readSettings: () => LetterSettings): TakenBackLetter {
  return ({ id, reviewer, ...facts }) => {
    const settings = readSettings();
    // A title is what somebody typed: a subject has one line.
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
