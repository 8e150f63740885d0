import { officeMailText } from '#lib/i18n/en/mails.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import { ownWords, type LetterContent, type Letter, type LetterSettings } from './letter.ts';
import { renderLetter } from './render-letter.ts';

type Person = { name: string; address: string };

type Addressed = { about: string; person: Person; greeting: string };

/** Creates an email without its recipient. */
export function createOutgoingMail(letter: Letter, settings: LetterSettings): Omit<OutgoingMail, 'to'> {
  const { kind, about, subject } = letter;
  return { kind, about, subject, ...renderLetter(letter, settings) };
}

export function toPerson(
  content: LetterContent,
  { about, person, greeting }: Addressed,
  settings: LetterSettings,
): OutgoingMail {
  const { siteName, contactEmail, words } = settings;
  const closing = [...ownWords(words.closing), siteName, contactEmail].join('\n');
  return { ...createOutgoingMail({ ...content, about, greeting, closing }, settings), to: person };
}

/** Creates the office's email about a person, whom a reply reaches. Empty if the office wants none. */
export function toOffice(
  content: LetterContent,
  { about, person, greeting }: Addressed,
  settings: LetterSettings,
): OutgoingMail[] {
  if (!settings.registrarEmail) return [];
  const path = settings.staffPathOf?.(about);
  const open = path && { label: officeMailText.open, button: new URL(path, settings.siteUrl).href };
  const paragraphs = [...content.paragraphs, ...(open ? [open] : [])];
  const letter = { ...content, paragraphs, about, greeting, closing: settings.siteName };
  const to = { name: '', address: settings.registrarEmail };
  return [{ ...createOutgoingMail(letter, settings), to, isForOffice: true, replyTo: person }];
}
