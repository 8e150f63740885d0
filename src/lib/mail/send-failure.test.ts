import { expect, test } from 'vitest';
import { describeSendFailure } from './send-failure.ts';

const failure = (command: string, response: string, code = 'EENVELOPE') =>
  describeSendFailure({ code, command, response, responseCode: Number(response.slice(0, 3)) });

test.each([
  ['RCPT TO', '550 No such user ines@example.org', '550'],
  ['RCPT TO', '550 5.1.1 <ines@example.org>: Recipient address rejected', '550 5.1.1'],
  ['RCPT TO', '551 User not local', '551'],
  ['RCPT TO', '552 5.2.2 Mailbox full', '552 5.2.2'],
  ['RCPT TO', '553 Mailbox name not allowed', '553'],
  ['RCPT TO', '556 5.1.10 Domain accepts no mail', '556 5.1.10'],
  ['MAIL FROM', '552 5.3.4 Message too large', '552 5.3.4'],
  ['DATA', '554 5.6.0 Content not accepted', '554 5.6.0'],
])('%s answered by %j is final, and only its codes are kept', (command, response, code) => {
  expect(failure(command, response)).toEqual({ code: `EENVELOPE ${code}`, isFinal: true });
});

test.each([
  ['AUTH PLAIN', '535 5.7.8 Authentication failed', 'EAUTH', /password in SMTP_URL/],
  ['MAIL FROM', '530 5.7.0 Authentication required', 'EENVELOPE', /MAIL_FROM/],
  ['MAIL FROM', '550 5.7.60 Client may not send as this sender', 'EENVELOPE', /MAIL_FROM/],
  ['MAIL FROM', '553 Sender address rejected', 'EENVELOPE', /MAIL_FROM/],
  ['RCPT TO', '550 5.1.8 Sender domain does not exist', 'EENVELOPE', /MAIL_FROM/],
  ['RCPT TO', '530 Authentication required', 'EENVELOPE', /SMTP_URL/],
  ['RCPT TO', '554 5.7.1 Relay access denied', 'EENVELOPE', /SMTP_URL/],
  ['RCPT TO', '503 Need MAIL command', 'EENVELOPE', /SMTP_URL/],
  ['DATA', '550 5.7.26 Unauthenticated mail', 'EMESSAGE', /SMTP_URL/],
  ['EHLO', '554 No SMTP service here', 'EPROTOCOL', /SMTP_URL/],
])('%s answered by %j is about this site, so the email is tried again', (command, response, code, hint) => {
  const described = failure(command, response, code);

  expect(described).toMatchObject({ isFinal: false, hint: expect.stringMatching(hint) });
});

test.each([
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450, response: '450 4.2.1 Busy' },
    'EENVELOPE 450 4.2.1',
  ],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'ETIMEDOUT'],
  [new Error('ines@example.org'), 'no code'],
])('the temporary failure %j is not final and has no hint', (error, code) => {
  expect(describeSendFailure(error)).toEqual({ code, isFinal: false });
});
