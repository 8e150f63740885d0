import { expect, test } from 'vitest';
import { warnOfExpiry, writeSecurityTxt } from './security-txt.ts';

const now = new Date('2026-11-21T15:30:00Z');
const facts = { siteUrl: 'https://example.org', email: 'a@example.org', languages: ['en', 'cy'], now };

test('writeSecurityTxt writes contact, expiry, languages, canonical address and policy', () => {
  expect(writeSecurityTxt({ ...facts, policy: 'https://example.org/security' })).toBe(
    `Contact: mailto:a@example.org
Expires: 2027-11-16T00:00:00Z
Preferred-Languages: en, cy
Canonical: https://example.org/.well-known/security.txt
Policy: https://example.org/security
`,
  );
});

test('warnOfExpiry warns once the file has expired and without an expiry date', () => {
  const text = writeSecurityTxt(facts);

  expect(warnOfExpiry(text, now)).toBeUndefined();
  expect(warnOfExpiry(text, new Date('2027-11-16T00:00:00Z'))).toContain('2027-11-16');
  expect(warnOfExpiry('Contact: mailto:a@example.org\n', now)).toContain('npm run build');
});
