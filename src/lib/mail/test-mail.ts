import { randomUUID } from 'node:crypto';
import { testMailText } from '#lib/i18n/en/mails.ts';
import { messageOf } from '#lib/base/message-of.ts';
import type { LetterSettings } from './letter.ts';
import { createOutgoingMail } from './outgoing-mail.ts';
import type { MailTransport } from './transport.ts';

type TestMail = { to: string; from: string; settings: LetterSettings; transport: MailTransport; now?: Date };

/**
 * Sends an email to try the settings, without the outbox.
 * @throws Error with the mail server's answer, and what to check
 */
export async function deliverTestMail({
  to,
  from,
  settings,
  transport,
  now = new Date(),
}: TestMail): Promise<void> {
  const { siteName, siteUrl } = settings;
  const letter = {
    kind: 'test',
    about: '',
    subject: testMailText.subject({ siteName }),
    greeting: testMailText.greeting,
    paragraphs: [testMailText.works(settings), { facts: testMailText.facts({ siteUrl, from }) }],
    closing: siteName,
  };
  const mail = createOutgoingMail(letter, settings);
  const messageId = `<${randomUUID()}@${new URL(siteUrl).hostname}>`;
  try {
    await transport.send({ ...mail, to: { name: '', address: to }, from, messageId, date: now });
  } catch (error) {
    const hint = hints[(error as { code?: string }).code ?? ''];
    throw new Error(`the email was not sent: ${messageOf(error)}${hint ? `\n${hint}` : ''}`, {
      cause: error,
    });
  }
}

const connection =
  'Check host and port in SMTP_URL, and that this machine may connect to them: smtps:// is for port 465, smtp:// for 587.';

/** What to check, by the codes of nodemailer and of sockets. */
const hints: Readonly<Record<string, string>> = {
  EAUTH: 'Check user and password in SMTP_URL.',
  EENVELOPE: 'The server refuses the sender in MAIL_FROM, or this recipient.',
  EMESSAGE: 'The server refuses this email. Ask its operator.',
  ECONNECTION: connection,
  ECONNREFUSED: connection,
  ESOCKET: connection,
  ETIMEDOUT: connection,
  EDNS: connection,
  ETLS: connection,
};
