import { signupMailText as text } from '#lib/i18n/en/mails.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Signup } from '#lib/store/forms/signups.ts';
import { ownWords, type LetterContent, type LetterSettings } from './letter.ts';
import { toPerson } from './outgoing-mail.ts';

type Tokens = { confirmToken: string; unsubscribeToken: string };

export type SignupLetters = Record<
  'confirm' | 'alreadyConfirmed',
  (signup: Pick<Signup, 'id' | 'email'>, tokens: Tokens) => OutgoingMail
>;

/** The newsletter's emails, each with a one-click unsubscribe (RFC 8058). */
export function createSignupLetters(settings: LetterSettings): SignupLetters {
  const address = (path: string, token: string) => new URL(`${path}?token=${token}`, settings.siteUrl).href;

  function mail(
    { id, email }: Pick<Signup, 'id' | 'email'>,
    { unsubscribeToken }: Tokens,
    content: LetterContent,
  ): OutgoingMail {
    const unsubscribe = address('/newsletter/unsubscribe', unsubscribeToken);
    const paragraphs = [...content.paragraphs, { label: text.unsubscribe, link: unsubscribe }];
    const person = { name: '', address: email };
    return {
      ...toPerson({ ...content, paragraphs }, { about: id, person, greeting: text.greeting }, settings),
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
  }

  return {
    confirm: (signup, tokens) =>
      mail(signup, tokens, {
        kind: 'signup-confirm',
        subject: text.confirmSubject(settings),
        paragraphs: [
          text.confirm,
          { label: text.confirmLink, button: address('/newsletter/confirm', tokens.confirmToken) },
          ...ownWords(settings.words.newsletter),
          text.ignore,
        ],
      }),
    alreadyConfirmed: (signup, tokens) =>
      mail(signup, tokens, {
        kind: 'signup-known',
        subject: text.knownSubject(settings),
        paragraphs: [text.known],
      }),
  };
}
