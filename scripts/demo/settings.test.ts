import { expect, test } from 'vitest';
import { demoSettings, noSettings } from './settings.ts';

test('listens on localhost:4321 by default', () => {
  expect(demoSettings({})).toEqual({
    host: 'localhost',
    port: 4321,
    siteUrl: 'http://localhost:4321',
    dataDir: 'data/demo',
  });
  expect(demoSettings({ HOST: '127.0.0.1', PORT: '5000' })).toEqual({
    host: '127.0.0.1',
    port: 5000,
    siteUrl: 'http://localhost:5000',
    dataDir: 'data/demo',
  });
});

test.each([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.0.9' },
  { HOST: '127.example.org' },
  { SITE_URL: 'https://www.example.org' },
  { SITE_URL: 'http://localhost.example.org' },
  { PORT: 'x' },
  { PORT: '0' },
])('refuses %o', (environment) => {
  expect(() => demoSettings(environment)).toThrow();
});

test('noSettings clears every setting of a real site', () => {
  expect(noSettings()).toMatchObject({ DATABASE_URL: '', SMTP_URL: '', GOOGLE_GENERATIVE_AI_API_KEY: '' });
});
