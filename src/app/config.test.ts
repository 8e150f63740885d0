import { expect, test } from 'vitest';
import { ConfigError, parseConfig, testKeySettings } from './config.ts';

const secret = 's'.repeat(32);
const directory = {
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'a',
  OIDC_CLIENT_SECRET: 'b',
  SESSION_SECRET: secret,
  STAFF_DOMAINS: 'x.org',
};

test('uses the defaults if nothing is set', () => {
  const settings = parseConfig({});

  expect(settings).toMatchObject({
    SITE_URL: 'http://localhost:4321',
    HOST: 'localhost',
    PORT: 4321,
    CONTENT_DIR: 'src/content',
    DATA_DIR: 'data',
    LOG_REQUESTS: false,
  });
  expect(settings.DATABASE_URL).toBeUndefined();
});

test('reports all invalid settings at once, with their names but without their values', () => {
  const parse = () =>
    parseConfig({ SITE_URL: 'example.org', PORT: '99999', SMTP_URL: 'hunter2', LOG_REQUESTS: 'yes' });

  expect(parse).toThrow(ConfigError);
  for (const name of ['SITE_URL', 'PORT', 'SMTP_URL', 'LOG_REQUESTS']) expect(parse).toThrow(name);
  expect(parse).not.toThrow(/hunter2/);
});

test.each(['99999', 'http', '-1'])('PORT=%s is the only invalid setting', (PORT) => {
  expect(() => parseConfig({ PORT })).toThrow(
    /^Invalid settings:\n {2}PORT needs a port number from 0 to 65535$/,
  );
});

test.each([
  'https://example.org/path',
  'ftp://example.org',
  'https://user@example.org',
  'https://example.org?a=b',
  'example.org',
])('refuses %s as a public origin', (url) => {
  expect(() => parseConfig({ SITE_URL: url })).toThrow(/SITE_URL needs an origin/);
});

test('drops the trailing slash of a public origin', () => {
  expect(parseConfig({ SITE_URL: 'https://example.org/' }).SITE_URL).toBe('https://example.org');
});

test('an empty setting counts as not set', () => {
  expect(parseConfig({ PORT: '', CONTACT_EMAIL: ' ' })).toMatchObject({ PORT: 4321 });
});

test('requires all settings of a group if one is set', () => {
  expect(() => parseConfig({ CHALLENGE_SITE_KEY: 'x' })).toThrow(/CHALLENGE_SECRET_KEY is missing/);
  expect(() => parseConfig({ OIDC_ISSUER: 'https://id.example.org' })).toThrow(/OIDC_CLIENT_ID is missing/);
});

test('refuses public test keys of challenge providers if SITE_URL is public', () => {
  const testKeys = {
    CHALLENGE_SITE_KEY: '10000000-ffff-ffff-ffff-000000000001',
    CHALLENGE_SECRET_KEY: '0x0000000000000000000000000000000000000000',
  };

  const refused = () => parseConfig({ ...testKeys, SITE_URL: 'https://www.example.org' });
  const half = () => parseConfig({ ...testKeys, CHALLENGE_SITE_KEY: 'own', SITE_URL: 'http://192.0.2.1' });

  expect(refused).toThrow(/CHALLENGE_SITE_KEY and CHALLENGE_SECRET_KEY must be your own/);
  expect(half).toThrow(/\n {2}CHALLENGE_SECRET_KEY must be your own/);
  for (const SITE_URL of [undefined, 'http://localhost:4321', 'http://127.0.0.1', 'http://[::1]:80']) {
    expect(testKeySettings(parseConfig({ ...testKeys, SITE_URL }))).toEqual(Object.keys(testKeys));
  }
});

test('a directory requires a list of staff and a secret', () => {
  expect(() => parseConfig({ ...directory, STAFF_DOMAINS: '' })).toThrow(/STAFF_EMAILS/);
  expect(() => parseConfig({ ...directory, SESSION_SECRET: '' })).toThrow(/SESSION_SECRET is missing/);
  expect(parseConfig({ ...directory, STAFF_DOMAINS: 'x.org, y.org', SESSION_SECRET: secret })).toMatchObject({
    STAFF_DOMAINS: ['x.org', 'y.org'],
    SESSION_SECRET: [secret],
  });
});

test('each secret must have at least 32 characters', () => {
  expect(() => parseConfig({ SESSION_SECRET: `${secret},short` })).toThrow(
    /SESSION_SECRET needs at least 32/,
  );
});

test('a service address must use https, or http on this machine', () => {
  expect(() => parseConfig({ CHAT_BASE_URL: 'http://example.org' })).toThrow(/CHAT_BASE_URL/);
  expect(parseConfig({ CHAT_BASE_URL: 'http://127.0.0.1:9' }).CHAT_BASE_URL).toBe('http://127.0.0.1:9');
});

test('reports an invalid role by its position, and accepts a discovery address as the issuer', () => {
  const roles = (text: string) => parseConfig({ STAFF_ROLES: text }).STAFF_ROLES;

  expect(roles('registrar=ann@x.org,bob@x.org  editor=group-1 registrar=g2')).toEqual({
    registrar: ['ann@x.org', 'bob@x.org', 'g2'],
    editor: ['group-1'],
  });
  expect(() => roles('registrar=ann@x.org boss=bob@x.org')).toThrow(
    /STAFF_ROLES needs pairs .* number 2 is not/,
  );
  expect(() => roles('registrar=ann@x.org boss=bob@x.org')).not.toThrow(/bob/);
  expect(() => roles('editor=')).toThrow(/number 1/);
  expect(
    parseConfig({ ...directory, OIDC_ISSUER: 'https://id.x.org/a/.well-known/openid-configuration' }),
  ).toMatchObject({ OIDC_ISSUER: 'https://id.x.org/a' });
});

test.each([
  ['STAFF_EMAILS', 'ann'],
  ['STAFF_DOMAINS', '@x.org'],
  ['STAFF_DOMAINS', '*.x.org'],
  ['STAFF_DOMAINS', 'org'],
])('%s does not accept %s', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(name);
});

test.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/organizations/v2.0/.well-known/openid-configuration',
  'https://login.microsoftonline.com/{tenantid}/v2.0',
  'https://LOGIN.microsoftonline.com/consumers',
])('the issuer %s of any tenant is rejected with the address to enter', (issuer) => {
  expect(() => parseConfig({ ...directory, OIDC_ISSUER: issuer })).toThrow(
    /OIDC_ISSUER.*login\.microsoftonline\.com\/TENANT_ID\/v2\.0/,
  );
});
