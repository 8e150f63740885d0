import { expect, test } from 'vitest';
import { findEnvProblems, parseEnvText } from './env-file.ts';

test('a byte order mark is not part of the first name', () => {
  expect(parseEnvText('\uFEFFSITE_URL=https://www.example.org\r\nPORT=8080\r\n')).toEqual({
    SITE_URL: 'https://www.example.org',
    PORT: '8080',
  });
  expect(findEnvProblems('\uFEFFSITE_URL=https://www.example.org\r\n\r\n')).toEqual([]);
});

test('a file in UTF-16 is refused', () => {
  const text = Buffer.from('SITE_URL=https://www.example.org', 'utf16le').toString('utf8');

  expect(() => parseEnvText(text)).toThrow('.env is not UTF-8 text');
});

test('lines without a name and a value are named by their number', () => {
  const text = '# settings\nSITE_URL: https://www.example.org\nPORT\n\nHOST=localhost\n';

  expect(findEnvProblems(text)).toEqual([
    'line 2 of .env is ignored: write NAME=value',
    'line 3 of .env is ignored: write NAME=value',
  ]);
});

test('a value that ends before a # is named, and not shown', () => {
  expect(findEnvProblems('SMTP_URL=smtp://ann:pass#word@mail.example.org\nSESSION_SECRET=#secret\n')).toEqual(
    [
      'SMTP_URL in .env ends before its first #: put the value into quotes',
      'SESSION_SECRET in .env ends before its first #: put the value into quotes',
    ],
  );
});

test.each([
  'PORT=8080 # the port of the proxy#1',
  'PORT= # not yet',
  'export SITE_URL = "https://www.example.org"',
  'OIDC_CLIENT_SECRET="a#b"',
  "SMTP_URL='smtp://ann:a#b@mail.example.org'",
  'NOTE="first\nsecond line\nthird"\nPORT=8080',
  'GIT_SSH_COMMAND=ssh -i /etc/lectern/key -o BatchMode=yes',
])('%j has no problem', (text) => {
  expect(findEnvProblems(text)).toEqual([]);
});
