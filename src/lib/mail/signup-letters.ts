import type { OutgoingMail } from '#lib/store/outbox.ts';
import type { Signup } from '#lib/store/signups.ts';
import { letterHtml, letterText, type Letter } from './letter.ts';
import type { LetterSettings } from './registration-letters.ts';

type Tokens = { confirmToken: string; unsubscribeToken: string };
type Draft = { kind: string; subject: string; paragraphs: Letter['paragraphs'] };

export type SignupLetters = Record<
  'confirm' | 'alreadyConfirmed',
  (signup: Signup, tokens: Tokens) => OutgoingMail
>;

/** The mails of the newsletter's sign-up; each can be answered with a one-click unsubscribe (RFC 8058). */
export function createSignupLetters(settings: LetterSettings): SignupLetters {
  const address = (path: string, token: string) => new URL(`${path}?token=${token}`, settings.siteUrl).href;

  function mail(
    signup: Signup,
    { unsubscribeToken }: Tokens,
    { kind, subject, paragraphs }: Draft,
  ): OutgoingMail {
    const unsubscribe = address('/newsletter/unsubscribe', unsubscribeToken);
    const letter = {
      greeting: 'Hello,',
      paragraphs: [...paragraphs, { label: 'Unsubscribe', link: unsubscribe }],
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
        subject: `Confirm your sign-up for news from ${settings.siteName}`,
        paragraphs: [
          'Someone, we hope you, has asked for our newsletter at this address. Confirm it within seven days:',
          { label: 'Confirm my sign-up', link: address('/newsletter/confirm', tokens.confirmToken) },
          'If it was not you, do nothing: no newsletter comes to an address that is not confirmed. If you don’t want to be asked again when someone enters your address, unsubscribe.',
        ],
      }),
    alreadyConfirmed: (signup, tokens) =>
      mail(signup, tokens, {
        kind: 'signup-known',
        subject: `You already get news from ${settings.siteName}`,
        paragraphs: [
          'Someone, we hope you, has asked for our newsletter at this address. It is on the list already, so there is nothing more to do.',
        ],
      }),
  };
}
