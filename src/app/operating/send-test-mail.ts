import type { Config } from '#app/env.ts';
import { letterSettings } from '#app/letter-settings.ts';
import { institute } from '#lib/content/current-institute.ts';
import { deliverTestMail } from '#lib/mail/test-mail.ts';
import { createSmtpTransport } from '#lib/mail/transport.ts';

/**
 * Sends an email with the settings of the site.
 * @throws Error if mail is not configured, or with the mail server's answer
 */
export async function sendTestMail(address: string, config: Config): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  if (!url || !from)
    throw new Error('set SMTP_URL and MAIL_FROM first: without them, the site sends no emails');
  if (!/^[^@\s]+@[^@\s]+$/.test(address)) throw new Error('name an email address, such as ann@example.org');
  const transport = createSmtpTransport(url);
  try {
    await deliverTestMail({ to: address, from, settings: letterSettings(institute(), config), transport });
  } finally {
    transport.close();
  }
}
