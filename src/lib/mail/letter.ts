import { escapeHtml } from '#lib/content/html-text.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';

export type LetterSettings = {
  /** Name of the institute. */
  siteName: string;
  /** Public origin. */
  siteUrl: string;
  /** Language tag of the texts. */
  language: string;
  contactEmail: string;
  /** Receives a notice of each registration, application and enquiry. */
  registrarEmail?: string | undefined;
};

/** The content of an email, from which its text and HTML are generated. */
export type Letter = { greeting: string; paragraphs: readonly Paragraph[]; closing: string };

type Paragraph = string | { link: string; label: string } | { list: readonly string[] };

type Mailing = {
  /** Reference of the submission that the email is about. */
  about: string;
  draft: { kind: string; subject: string };
  settings: LetterSettings;
};

/** Creates an email without its recipient. */
export function createOutgoingMail(
  letter: Letter,
  { about, draft, settings }: Mailing,
): Omit<OutgoingMail, 'to'> {
  return {
    kind: draft.kind,
    about,
    subject: draft.subject,
    text: letterText(letter),
    html: letterHtml(letter, settings.language),
  };
}

export function letterText({ greeting, paragraphs, closing }: Letter): string {
  const parts = paragraphs.map((part) => {
    if (typeof part === 'string') return part;
    if ('list' in part) return part.list.map((item) => `- ${item}`).join('\n');
    return `${part.label}:\n${part.link}`;
  });
  return [greeting, ...parts, closing].join('\n\n') + '\n';
}

export function letterHtml({ greeting, paragraphs, closing }: Letter, language: string): string {
  const parts = paragraphs.map((part) => {
    if (typeof part === 'string') return paragraph(part);
    if ('list' in part) return `<ul>${part.list.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
    return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>`;
  });
  return [
    `<!doctype html>`,
    `<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"></head><body>`,
    paragraph(greeting),
    ...parts,
    paragraph(closing),
    `</body></html>`,
  ].join('\n');
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
}
