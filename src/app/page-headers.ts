import type { Auth } from '#lib/auth/auth.ts';
import type { Challenge } from '#lib/challenge/challenge.ts';
import { challengeProviders } from '#lib/challenge/providers.ts';
import { pagePolicy, type Allowances, type InlineCode } from '#lib/http/content-policy.ts';
import { pageHeaders } from '#lib/http/security-headers.ts';
import type { RoutePolicy } from './route-policies.ts';

type PageHeadersOptions = {
  siteUrl: string;
  /** Hashes of the inline code of dynamic pages, from the build. */
  inlineCode: InlineCode;
  challenge: Challenge;
  auth: Auth | undefined;
};

/** The security headers of dynamic pages, which depend on the settings. */
export type PageHeaders = (
  contentPolicy: RoutePolicy['contentPolicy'],
) => Promise<readonly (readonly [name: string, value: string])[]>;

export function createPageHeaders({ siteUrl, inlineCode, challenge, auth }: PageHeadersOptions): PageHeaders {
  const isSecure = siteUrl.startsWith('https:');
  const headersWith = (allowances: Allowances, hasTrustedTypes = true) =>
    pageHeaders(siteUrl, pagePolicy({ inlineCode, isSecure, allowances, hasTrustedTypes }));
  const provider = challenge.required ? challengeProviders[challenge.provider] : undefined;
  // The providers' scripts write markup as strings.
  const withChallenge = provider && headersWith(provider.contentSecurityPolicy, false);
  const ownOnly = headersWith({});

  return async (contentPolicy) => {
    if (contentPolicy === 'challenge') return withChallenge ?? ownOnly;
    if (contentPolicy !== 'directory' || !auth) return ownOnly;
    return headersWith({ 'form-action': await auth.directoryOrigins() });
  };
}
