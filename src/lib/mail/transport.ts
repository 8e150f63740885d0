import { createTransport } from 'nodemailer';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';

/**
 * Milliseconds for one email. A mail server may take an email and answer minutes later (RFC 5321, section 4.5.3.2.6), and
 * an email whose answer was not awaited is sent twice.
 */
export const sendTimeout = 120_000;

type MailEnvelope = OutgoingMail & { from: string; messageId: string; date: Date };

/** Emails that are sent at the same time, each over a connection of its own. Large providers allow few. */
export const maxConnections = 5;

/** The part of a mail server that the worker uses. `send` rejects if the server does not accept the email. */
export type MailTransport = {
  /** @param signal closes the connection of a send that takes too long */
  send: (mail: MailEnvelope, signal?: AbortSignal) => Promise<void>;
  /** Aborts sends in progress. */
  close: () => void;
};

/** @param url `smtp://` or `smtps://`, optionally with user, password and nodemailer's options */
export function createSmtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: sendTimeout,
    // The content of an email must not make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ from, to, replyTo, subject, text, html, headers, messageId, date }, signal) {
      await smtp.sendMail({
        from,
        to: [to],
        ...(replyTo && { replyTo: [replyTo] }),
        subject,
        text,
        html,
        messageId,
        date,
        ...(signal && { signal }),
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => smtp.close(),
  };
}
