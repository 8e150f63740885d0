import { expect, test } from 'vitest';
import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { deliverTestMail } from './test-mail.ts';
import type { MailTransport } from './transport.ts';

const settings = { ...letterSettings, siteName: 'Mill Institute', siteUrl: 'https://www.example.org' };

function failWith(code: string, message: string) {
  return {
    send: () => Promise.reject(Object.assign(new Error(message), { code })),
    close: () => undefined,
  };
}

test('an email that the mail server refuses is reported with its answer and what to check', async () => {
  const transport = failWith('EAUTH', 'Invalid login: 535 authentication failed');

  const sending = deliverTestMail({ to: 'a@b.example', from: 'M <m@example.org>', settings, transport });

  await expect(sending).rejects.toThrow(
    /^the email was not sent: Invalid login: 535 authentication failed\nCheck user and password in SMTP_URL\.$/,
  );
});

test('an email with the settings of the site is handed to the mail server', async () => {
  const sent: Parameters<MailTransport['send']>[0][] = [];
  const transport: MailTransport = { send: async (mail) => void sent.push(mail), close: () => undefined };

  await deliverTestMail({ to: 'a@b.example', from: 'M <m@example.org>', settings, transport });

  expect(sent).toEqual([
    expect.objectContaining({
      to: { name: '', address: 'a@b.example' },
      from: 'M <m@example.org>',
      subject: 'Test email of Mill Institute',
      text: expect.stringContaining('https://www.example.org can send emails'),
    }),
  ]);
});
