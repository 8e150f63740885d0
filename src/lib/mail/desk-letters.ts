import { takenBackText as text } from '#lib/i18n/en/mails.ts';
import type { TakenBackLetter } from '#lib/store/desk/take-back.ts';
import { createOutgoingMail, type LetterSettings } from './letter.ts';

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
