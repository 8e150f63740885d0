import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const services = [
  'CHAT_BASE_URL',
  'CHALLENGE_VERIFY_URL',
  'OIDC_ISSUER',
  'SITE_URL',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
];
const addresses = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/plain,x',
  'ftp://files.example.org',
  '//evil.example',
  'evil.example',
  '/etc/passwd',
];

test.each(services.flatMap((name) => addresses.map((address) => [name, address] as const)))(
  'refuses %s as %s with an error that does not contain the value',
  (name, address) => {
    const parse = () => {
      try {
        return parseConfig({ [name]: address });
      } catch (error) {
        return error;
      }
    };

    const error = parse();

    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(name);
    expect(String(error)).not.toContain(address);
  },
);

test.each([
  ['CHAT_BASE_URL', 'http://model.example.org'],
  ['CHAT_BASE_URL', 'http://localhost.evil.example'],
  ['CHAT_BASE_URL', 'http://127.0.0.1.evil.example'],
  ['CHAT_BASE_URL', 'http://169.254.169.254/latest'],
  ['OIDC_ISSUER', 'http://directory.example.org'],
  ['CHALLENGE_VERIFY_URL', 'http://[::ffff:10.0.0.1]/'],
  ['SITE_URL', 'https://name:secret@www.example.org'],
  ['SITE_URL', 'https://www.example.org/folder'],
  ['SITE_URL', 'https://www.example.org/?query'],
  ['DATABASE_URL', 'postgres://site:100%secret@db.example.org/site'],
  ['REDIS_URL', 'redis://:100%secret@counters.example.org'],
  ['SMTP_URL', 'smtps://100%name:secret@mail.example.org'],
  ['MAIL_FROM', 'Example Institute'],
  ['MAIL_FROM', 'noreply@example.org\nBcc: all@example.org'],
  ['MAIL_FROM', 'A\r\nBcc: all@example.org <noreply@example.org>'],
  ['MAIL_FROM', '<noreply@example.org> <other@example.org>'],
])('%s does not accept %s', (name, address) => {
  expect(() => parseConfig({ [name]: address })).toThrow(ConfigError);
});

test.each([
  'noreply@example.org',
  'Example Institute <noreply@example.org>',
  '"Weir, Ann" <ann@example.org>',
])('MAIL_FROM may be %s', (sender) => {
  const { MAIL_FROM } = parseConfig({ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: sender });

  expect(MAIL_FROM).toBe(sender);
});

test('a password may contain any character in percent-encoding', () => {
  const address = 'postgres://site:100%25%40secret@db.example.org/site';

  expect(parseConfig({ DATABASE_URL: address }).DATABASE_URL).toBe(address);
});
