import { signupMailText as text } from '#lib/i18n/en/mails.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Signup } from '#lib/store/forms/signups.ts';
import { letterHtml, letterText, type Letter, type LetterSettings } from './letter.ts';

type Tokens = { confirmToken: string; unsubscribeToken: string };
type Draft = { kind: string; subject: string; paragraphs: Letter['paragraphs'] };

export type SignupLetters = Record<
  'confirm' | 'alreadyConfirmed',
  (signup: Signup, tokens: Tokens) => OutgoingMail
>;

/** The newsletter's emails, each with a one-click unsubscribe (RFC 8058). */
export function createSignupLetters(settings: LetterSettings): SignupLetters {
  const address = (path: string, token: string) => new URL(`${path}?token=${token}`, settings.siteUrl).href;

  function mail(
    signup: Signup,
    { unsubscribeToken }: Tokens,
    { kind, subject, paragraphs }: Draft,
  ): OutgoingMail {
    const unsubscribe = address('/newsletter/unsubscribe', unsubscribeToken);
    const letter = {
      greeting: text.greeting,
      paragraphs: [...paragraphs, { label: text.unsubscribe, link: unsubscribe }],
      closing: `${settings.siteName}\n${settings.contactEmail}`,
    };
    return {
      kind,
      about: signup.id,
      to: { name: '', address: signup.email },
      subject,
      text: letterText(letter),
      html: letterHtml(letter, settings.language),
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
          { label: text.confirmLink, link: address('/newsletter/confirm', tokens.confirmToken) },
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
