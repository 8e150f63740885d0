import type { Auth } from '#lib/auth/auth.ts';
import type { Challenge } from '#lib/challenge/challenge.ts';
import { challengeProviders } from '#lib/challenge/providers.ts';
import { pagePolicy, type Allowances, type InlineCode } from '#lib/http/content-policy.ts';
import { pageHeaders } from '#lib/http/security-headers.ts';

type Needs = {
  siteUrl: string;
  /** What pages made on demand may hold inline, by the build. */
  inlineCode: InlineCode;
  challenge: Challenge;
  auth: Auth | undefined;
};

/** The headers of pages that are made on demand, which depend on what is configured. */
export type PagePolicies = {
  /** @param pattern the route's, such as `/staff/registrations/[reference]` */
  headersOf(pattern: string): Promise<readonly (readonly [string, string])[]>;
};

export function createPagePolicies({ siteUrl, inlineCode, challenge, auth }: Needs): PagePolicies {
  const isSecure = siteUrl.startsWith('https:');
  const widget = challenge.required ? challengeProviders[challenge.provider] : undefined;
  const headersWith = (allowances: Allowances, hasTrustedTypes = true) =>
    pageHeaders(siteUrl, pagePolicy({ inlineCode, isSecure, allowances, hasTrustedTypes }));
  const usual = headersWith({});
  // Providers' scripts write markup as strings.
  const withWidget = widget && headersWith(widget.contentSecurityPolicy, false);
  const staff = new Map<string, ReturnType<typeof headersWith>>();

  return {
    async headersOf(pattern) {
      if (withWidget && /^\/(register|newsletter)$/.test(pattern)) return withWidget;
      if (!auth || !/^\/staff(\/|$)/.test(pattern)) return usual;
      const origins = await auth.directoryOrigins();
      const key = origins.join(' ');
      const headers = staff.get(key) ?? headersWith({ 'form-action': origins });
      staff.set(key, headers);
      return headers;
    },
  };
}
