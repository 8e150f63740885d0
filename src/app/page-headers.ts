import type { Auth } from '#lib/auth/auth.ts';
import type { Challenge } from '#lib/challenge/challenge.ts';
import { challengeProviders } from '#lib/challenge/providers.ts';
import { pagePolicy, type Allowances, type InlineCode } from '#lib/http/content-policy.ts';
import { pageHeaders } from '#lib/http/security-headers.ts';
import type { RoutePolicy } from './route-policies.ts';

type PageHeadersOptions = {
  siteUrl: string;
  /** Returns hashes of the inline code of dynamic pages, from the current publication. */
  inlineCode: () => InlineCode;
  challenge: Challenge;
  auth: Auth | undefined;
};

/** The security headers of dynamic pages, which depend on the settings. */
export type PageHeaders = (
  contentPolicy: RoutePolicy['contentPolicy'],
) => Promise<readonly (readonly [name: string, value: string])[]>;

export function createPageHeaders({ siteUrl, inlineCode, challenge, auth }: PageHeadersOptions): PageHeaders {
  const isSecure = siteUrl.startsWith('https:');
  const provider = challenge.required ? challengeProviders[challenge.provider] : undefined;
  let latest = prepare(inlineCode());

  function prepare(code: InlineCode) {
    const headersWith = (allowances: Allowances, hasTrustedTypes = true) =>
      pageHeaders(siteUrl, pagePolicy({ inlineCode: code, isSecure, allowances, hasTrustedTypes }));
    return {
      code,
      headersWith,
      // The providers' scripts write markup as strings.
      withChallenge: provider && headersWith(provider.contentSecurityPolicy, false),
      ownOnly: headersWith({}),
    };
  }

  return async (contentPolicy) => {
    const code = inlineCode();
    if (latest.code !== code) latest = prepare(code);
    const { headersWith, ownOnly, withChallenge } = latest;
    if (contentPolicy === 'challenge') return withChallenge ?? ownOnly;
    if ((contentPolicy !== 'directory' && contentPolicy !== 'framing') || !auth) return ownOnly;
    const frames = contentPolicy === 'framing' ? { 'frame-src': ["'self'"] } : {};
    return headersWith({ 'form-action': await auth.directoryOrigins(), ...frames });
  };
}
