import { createTransport } from 'nodemailer';
import type { OutgoingMail } from '#lib/store/outbox.ts';

type MailEnvelope = OutgoingMail & { from: string; messageId: string; date: Date };

/** What the worker needs of a mail server. `send` rejects when the server did not take the mail. */
export type MailTransport = {
  send: (mail: MailEnvelope) => Promise<void>;
  /** Breaks off what is under way. */
  close: () => void;
};

/** @param url `smtp://` or `smtps://`, with user, password and nodemailer's options where needed */
export function createSmtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A mail is text from our own store: nothing in it may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ from, to, replyTo, subject, text, html, headers, messageId, date }) {
      await smtp.sendMail({
        from,
        to: [to],
        ...(replyTo && { replyTo: [replyTo] }),
        subject,
        text,
        html,
        messageId,
        date,
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => smtp.close(),
  };
}
