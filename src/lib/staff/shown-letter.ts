import type { OutgoingMail } from '#lib/store/mail/outbox.ts';

/** An email before it is sent. */
export type ShownLetter = { to: string; subject: string; text: string };

/** Leaves out the tokens of links, which act for the student. */
export function showLetter({ to, subject, text }: OutgoingMail): ShownLetter {
  return { to: `${to.name} <${to.address}>`, subject, text: text.replaceAll(/([?&]token=)[^\s&]+/g, '$1…') };
}
