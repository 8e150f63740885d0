import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { describeLittleMemory, describeServed, describeSwitchedOff } from './describe-start.ts';

test('names the institute, its folder and its address, and content of another folder', () => {
  const institute = { name: 'Harbourside School' };
  const manifest = {
    siteUrl: 'https://www.example.org',
    contentDir: '/srv/boats/content',
    instituteFile: '/srv/boats/institute.yaml',
  };

  expect(describeServed({ institute, manifest })).toBe(
    'serving Harbourside School from /srv/boats, with the address https://www.example.org',
  );
  expect(describeServed({ institute, manifest: { ...manifest, contentDir: '/srv/texts' } })).toBe(
    'serving Harbourside School from /srv/boats, with the content of /srv/texts, with the address https://www.example.org',
  );
});

test('names each feature that no setting turns on, with its settings', () => {
  const withMail = parseConfig({ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'noreply@example.org' });

  const settings = (lines: readonly string[]) => lines.map((line) => /\(([^)]+)\)/.exec(line)?.[1]);

  expect(settings(describeSwitchedOff(parseConfig({})))).toEqual([
    'SMTP_URL, MAIL_FROM',
    'OIDC_ISSUER',
    'CONTENT_REPO',
    'GOOGLE_GENERATIVE_AI_API_KEY',
  ]);
  expect(settings(describeSwitchedOff(parseConfig({ DESK: 'off' })))).toEqual([
    'SMTP_URL, MAIL_FROM',
    'OIDC_ISSUER',
    'DESK',
    'GOOGLE_GENERATIVE_AI_API_KEY',
  ]);
  expect(settings(describeSwitchedOff(withMail))).not.toContain('SMTP_URL, MAIL_FROM');
});

test('says that nobody sees the forms without mail and staff pages', () => {
  const [withStaff] = describeSwitchedOff({ OIDC_ISSUER: 'https://login.example.org' });
  const [withoutStaff] = describeSwitchedOff({});

  expect(withStaff).toContain('forms are stored and shown to staff, but nobody gets an email');
  expect(withoutStaff).toContain(
    'forms are stored, but without staff pages nobody sees them, and nobody gets',
  );
});

test('warns where the pages need more memory than there is', () => {
  const container = 512 << 20;

  expect(describeLittleMemory(20, container)).toBeUndefined();
  expect(describeLittleMemory(1_000, container)).toBe(
    'this machine or container has 536 MB of memory: 1000 pages need about 1000 MB while they are published. Give it more, or set PUBLISHER=off and publish on another machine',
  );
  expect(describeLittleMemory(5_000, 4e9)).toBeUndefined();
});
