import { expect, test } from 'vitest';
import { challengeProviders } from './providers.ts';

test('every provider has https URLs that its own Content-Security-Policy allows', () => {
  for (const { scriptUrl, verifyUrl, contentSecurityPolicy } of Object.values(challengeProviders)) {
    const sources = contentSecurityPolicy['script-src'] ?? [];

    expect(new URL(verifyUrl).protocol).toBe('https:');
    expect(sources.some((source) => isAllowed(scriptUrl, source))).toBe(true);
  }
});

function isAllowed(url: string, source: string): boolean {
  return source.includes('*')
    ? new URL(url).host.endsWith(source.replace('https://*', ''))
    : url.startsWith(source);
}
