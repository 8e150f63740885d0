import { expect, test } from 'vitest';
import { describeNewAddress } from './new-address.ts';

const [before, now] = ['https://www.old.example', 'https://www.new.example'];

test('names what has to change outside of the site, for the services that it uses', () => {
  const config = { OIDC_ISSUER: 'https://login.example', SMTP_URL: 'smtp://mail.example' };

  expect(describeNewAddress({ before, now, config })).toEqual([
    'the proxy: a certificate for www.new.example, and a redirect (308) from each address of www.old.example',
    'the certificate for www.old.example: renew it for two years, in which browsers open www.old.example with https only',
    'the directory: https://www.new.example/api/auth/callback/directory and https://www.new.example/staff/signed-out',
    'emails that were sent: their links lead to www.old.example, so keep its redirect',
  ]);
});

test.each([
  [before, before],
  ['http://localhost:4321', now],
  [before, 'http://127.0.0.1:4321'],
])('from %s to %s nothing has to change', (from, to) => {
  expect(describeNewAddress({ before: from, now: to, config: {} })).toEqual([]);
});
